import AppleSignIn
import Foundation
import Testing

@Suite("Sealed files instead of a keychain") struct StorageTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("storage-\(UUID().uuidString)")
  private let key = StorageKey("session")

  private func withStorage(_ body: (EncryptedFileStorage) async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(EncryptedFileStorage(folder: folder))
  }

  private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  @Test("refuses an item that was changed: issue 7 point 9")
  func changed() async throws {
    try await withStorage { storage in
      try await storage.store(Data("secret".utf8), for: key)
      var bytes = try Data(contentsOf: file("session.sealed"))
      bytes[bytes.count - 1] ^= 1
      try bytes.write(to: file("session.sealed"))
      await #expect(throws: StorageError(.damaged)) { try await storage.retrieve(key) }
    }
  }

  @Test("refuses an item that took another one's place")
  func swapped() async throws {
    try await withStorage { storage in
      try await storage.store(Data("secret".utf8), for: StorageKey("other"))
      try FileManager.default.copyItem(at: file("other.sealed"), to: file("session.sealed"))
      await #expect(throws: StorageError(.damaged)) { try await storage.retrieve(key) }
    }
  }

  @Test("refuses an item under another key, and a key of a wrong length")
  func otherKey() async throws {
    try await withStorage { storage in
      try await storage.store(Data("secret".utf8), for: key)
      let other = EncryptedFileStorage(folder: folder, key: Array(repeating: 7, count: 32))
      await #expect(throws: StorageError(.damaged)) { try await other.retrieve(key) }
      let short = EncryptedFileStorage(folder: folder, key: [1, 2, 3])
      await #expect(throws: StorageError(.unavailable)) { try await short.store(Data(), for: key) }
    }
  }

  @Test("tells absent from unreadable")
  func absentOrLocked() async throws {
    try await withStorage { storage in
      #expect(try await storage.retrieve(key) == nil)
      try await storage.store(Data("secret".utf8), for: key)
      try FileManager.default.removeItem(at: file("session.sealed"))
      try FileManager.default.createDirectory(
        at: file("session.sealed"), withIntermediateDirectories: false)
      await #expect(throws: StorageError(.locked)) { try await storage.retrieve(key) }
    }
  }

  @Test("refuses a name that leads out of the folder", arguments: ["../x", "a/b", "", ".hidden", "ä"])
  func names(_ name: String) async throws {
    try await withStorage { storage in
      await #expect(throws: StorageError(.unavailable)) {
        try await storage.store(Data(), for: StorageKey(name))
      }
    }
  }

  @Test("gives an item back after a restart; nobody else can read the files")
  func restart() async throws {
    try await withStorage { storage in
      try await storage.store(Data("secret".utf8), for: key)
      #expect(try await EncryptedFileStorage(folder: folder).retrieve(key) == Data("secret".utf8))
      for name in ["session.sealed", "key", "."] {
        let attributes = try FileManager.default.attributesOfItem(atPath: file(name).path)
        let mode = (attributes[.posixPermissions] as? Int) ?? 0
        #expect(mode & 0o077 == 0)
      }
      #expect(try Data(contentsOf: file("session.sealed")).range(of: Data("secret".utf8)) == nil)
    }
  }

  @Test("replaces, removes and changes")
  func lifecycle() async throws {
    try await withStorage { storage in
      try await storage.store(Data("one".utf8), for: key)
      try await storage.change(key) { ($0 ?? Data()) + Data("two".utf8) }
      #expect(try await storage.retrieve(key) == Data("onetwo".utf8))
      try await storage.change(key) { _ in nil }
      #expect(try await storage.retrieve(key) == nil)
      try await storage.remove(key)
    }
  }
}
