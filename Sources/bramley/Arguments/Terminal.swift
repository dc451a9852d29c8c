#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The process's two outputs, written whole.
enum Terminal {
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
      guard written > 0 || (written < 0 && errno == EINTR) else { return }
      bytes = bytes.dropFirst(max(written, 0))
    }
  }
}
