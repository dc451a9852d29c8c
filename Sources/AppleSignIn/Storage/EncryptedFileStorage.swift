import BramleyCrypto
public import Foundation

/// A folder of sealed files, for systems without a keychain.
///
/// Folder mode 0700, files 0600, each written beside its place and renamed into it. Items are sealed with
/// AES-256-GCM and bound to their names, so that two cannot change places. The key comes from the caller or
/// from a key file in the folder: that one guards against a copied backup of the items alone.
public actor EncryptedFileStorage: SecureStorage {
  /// Where a program's items rest by default: `$XDG_DATA_HOME/<program>/credentials`.
  public static var defaultFolder: URL {
    let environment = ProcessInfo.processInfo.environment
    let base =
      environment["XDG_DATA_HOME"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
    return base.appendingPathComponent(ProcessInfo.processInfo.processName)
      .appendingPathComponent("credentials")
  }

  private let folder: URL
  private let given: [UInt8]?
  private var loaded: Secret?

  /// A storage in a folder, which is made at the first store.
  ///
  /// - Parameters:
  ///   - folder: A folder for this storage alone.
  ///   - key: 32 bytes; nil: a key file in the folder.
  public init(folder: URL, key: [UInt8]? = nil) {
    self.folder = folder
    given = key
  }

  /// Stores an item.
  public func store(_ item: Data, for key: StorageKey) throws {
    try makeFolder()
    let sealed: Data
    do {
      sealed = try SystemPlatform.seal(item, key: try secret(), binding: Array(key.rawValue.utf8))
    } catch let error as CryptoError {
      throw StorageError(.unavailable, "The key does not fit: \(error.code.rawValue).")
    }
    try write(sealed, to: try file(key))
  }

  /// Reads an item.
  public func retrieve(_ key: StorageKey) throws -> Data? {
    guard let sealed = try read(file(key)) else { return nil }
    do {
      return try SystemPlatform.open(sealed, key: try secret(), binding: Array(key.rawValue.utf8))
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError(.damaged, "\(key.rawValue) was changed or sealed with another key.")
    }
  }

  /// Removes an item.
  public func remove(_ key: StorageKey) throws {
    let file = try file(key)
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    do { try FileManager.default.removeItem(at: file) } catch {
      throw StorageError(.unavailable, "\(file.lastPathComponent) cannot be removed.")
    }
  }

  /// Changes an item; other processes must not use the same folder.
  public func change(_ key: StorageKey, _ body: @Sendable (Data?) throws -> Data?) throws {
    if let item = try body(try retrieve(key)) { try store(item, for: key) } else { try remove(key) }
  }

  private func file(_ key: StorageKey) throws -> URL {
    let allowed = key.rawValue.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
        || $0 == UInt8(ascii: ".")
    }
    guard allowed, !key.rawValue.hasPrefix("."), !key.rawValue.isEmpty else {
      throw StorageError(.unavailable, "A key has letters, digits, - and . only.")
    }
    return folder.appendingPathComponent(key.rawValue + ".sealed")
  }

  private func secret() throws -> Secret {
    if let given { return Secret(bytes: given) }
    if let loaded { return loaded }
    let file = folder.appendingPathComponent("key")
    if let bytes = try read(file) {
      guard bytes.count == 32 else { throw StorageError(.damaged, "The key file has not 32 bytes.") }
      let key = Secret(bytes: Array(bytes))
      loaded = key
      return key
    }
    try makeFolder()
    let key = Secret(bytes: SystemRandomSource().bytes(32))
    try write(Data(key.reveal()), to: file)
    loaded = key
    return key
  }

  private func makeFolder() throws {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw StorageError(.unavailable, "The folder \(folder.path) cannot be made.") }
  }

  private func read(_ file: URL) throws -> Data? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do { return try Data(contentsOf: file) } catch {
      throw StorageError(.locked, "\(file.lastPathComponent) cannot be read now.")
    }
  }

  /// Writes beside the place and renames, so that a crash leaves the old item or the new one.
  private func write(_ bytes: Data, to file: URL) throws {
    let beside = file.appendingPathExtension("new")
    let isWritten = FileManager.default.createFile(
      atPath: beside.path, contents: bytes, attributes: [.posixPermissions: 0o600])
    guard isWritten, rename(beside.path, file.path) == 0 else {
      throw StorageError(.unavailable, "\(file.lastPathComponent) cannot be written.")
    }
  }
}
