#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Synchronization

/// The process's two outputs, written whole.
enum Terminal {
  private static let failure = Atomic<Int32>(0)

  /// Why a line for standard output could not be written, as on a full disk; nil when all were, or when the
  /// reader had enough and went.
  static var lostOutput: String? {
    let code = failure.load(ordering: .relaxed)
    return code == 0 || code == EPIPE ? nil : String(cString: strerror(code))
  }

  /// A line for whoever reads the answer: standard output.
  static func print(_ line: String) { write(line + "\n", to: 1) }

  /// A line for the person at the terminal: standard error.
  static func note(_ line: String) { write(line + "\n", to: 2) }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      #if canImport(Glibc)
        let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      #else
        let written = bytes.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
      #endif
      guard written > 0 || (written < 0 && errno == EINTR) else {
        if descriptor == 1 { failure.store(errno, ordering: .relaxed) }
        return
      }
      bytes = bytes.dropFirst(max(written, 0))
    }
  }
}
