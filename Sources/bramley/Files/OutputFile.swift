#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A new file of mode 0600 that is written piece by piece and stands under its name only when it is whole;
/// `-` is standard output.
final class OutputFile {
  private let descriptor: Int32
  private let path: String
  private var buffer: [UInt8] = []

  private var temporary: String { path + ".new" }

  /// Begins a file.
  ///
  /// - Throws: ``PrivateFile/Failure`` when there is one of that name, or it cannot be made.
  init(_ path: String) throws(PrivateFile.Failure) {
    self.path = path
    guard path != "-" else {
      descriptor = 1
      return
    }
    guard access(path, F_OK) != 0 else {
      throw PrivateFile.Failure(description: "\(path) is there already. Name another file, or remove it.")
    }
    // A file that waits there under that name may be somebody else's, who would read what is written to it.
    unlink(path + ".new")
    descriptor = open(path + ".new", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw PrivateFile.failure("cannot be made", path) }
  }

  deinit { if descriptor > 1 { close(descriptor) } }

  /// Adds bytes.
  func write(_ bytes: [UInt8]) throws(PrivateFile.Failure) {
    buffer += bytes
    if buffer.count >= 256 << 10 { try flush() }
  }

  /// Adds text.
  func write(_ text: String) throws(PrivateFile.Failure) { try write(Array(text.utf8)) }

  /// Ends the file, durably.
  func finish() throws(PrivateFile.Failure) {
    try flush()
    guard descriptor != 1 else { return }
    guard fsync(descriptor) == 0 else { throw PrivateFile.failure("cannot be written", path) }
    try PrivateFile.publish(temporary, as: path)
  }

  /// Leaves no trace of an unfinished file.
  func discard() { if descriptor > 1 { unlink(temporary) } }

  private func flush() throws(PrivateFile.Failure) {
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw PrivateFile.failure("cannot be written", path) }
      rest = rest.dropFirst(max(count, 0))
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
