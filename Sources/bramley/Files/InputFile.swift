#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is read piece by piece, however long it is; `-` is standard input.
final class InputFile {
  private let descriptor: Int32
  private let path: String
  private var chunk = [UInt8](repeating: 0, count: 256 << 10)

  /// Opens a file.
  ///
  /// - Throws: ``PrivateFile/Failure`` when it cannot be opened.
  init(_ path: String) throws(PrivateFile.Failure) {
    self.path = path
    descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw PrivateFile.failure("cannot be read", path) }
  }

  deinit { if descriptor > 0 { close(descriptor) } }

  /// Appends what comes next; false at the end.
  func read(into buffer: inout [UInt8]) throws(PrivateFile.Failure) -> Bool {
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        buffer += chunk[..<count]
        return true
      }
      if count == 0 { return false }
      guard errno == EINTR else { throw PrivateFile.failure("cannot be read", path) }
    }
  }
}
