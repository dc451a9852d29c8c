#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder of its own that goes with the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "bramley-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  var database: String { path + "/test.sqlite" }

  func permissions(of file: String) throws -> UInt32 { try status(of: file).st_mode & 0o777 }

  func size(of file: String) throws -> Int { Int(try status(of: file).st_size) }

  private func status(of file: String) throws -> stat {
    var status = stat()
    guard stat(file, &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
    return status
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension [UInt8] {
  func write(to path: String) throws { try Data(self).write(to: URL(filePath: path)) }
}
