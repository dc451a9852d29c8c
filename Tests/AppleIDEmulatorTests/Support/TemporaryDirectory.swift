import BramleyCrypto
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Directories for one test.
enum TemporaryDirectory {
  /// A directory that goes when the body is through.
  static func with(_ body: (String) async throws -> Void) async throws {
    let path = "/tmp/bramley-emulator-" + Hex.encode(SystemRandomSource().bytes(8))
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let result: Result<Void, any Error>
    do { result = .success(try await body(path)) } catch { result = .failure(error) }
    try? FileManager.default.removeItem(atPath: path)
    try result.get()
  }

  /// The files of an emulator that still runs, as `kill -9` at this moment would leave them.
  static func copyAsKilled(_ path: String) throws -> String {
    let copy = path + "/copy"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    for name in ["apple-emulator.sqlite", "apple-emulator.sqlite-wal"] {
      try FileManager.default.copyItem(atPath: path + "/" + name, toPath: copy + "/" + name)
    }
    return copy
  }
}
