#if canImport(Glibc)
  import Glibc
  import Testing

  @testable import AppleIDEmulator

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  @Suite("The lock of a data directory")
  struct DirectoryLockTests {
    /// This process's descriptors of a file.
    private func descriptors(of path: String) throws -> [Int32] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init).filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
      }
    }

    @Test("goes with its emulator, though a child process shares the descriptor")
    func sharedDescriptor() async throws {
      try await TemporaryDirectory.with { path in
        var lock: DirectoryLock? = try DirectoryLock(directory: path)
        let own = try #require(try descriptors(of: path + "/apple-emulator.lock").first)
        // What a child holds between fork and exec: another descriptor of the same open file.
        let shared = dup(own)
        defer { close(shared) }
        #expect(throws: EmulatorError.self) { _ = try DirectoryLock(directory: path) }
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(throws: Never.self) { _ = try DirectoryLock(directory: path) }
      }
    }
  }
#endif
