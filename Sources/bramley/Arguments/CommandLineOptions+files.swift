import BramleyCrypto

extension CommandLineOptions {
  /// The contents of the file that an option names.
  func secretFile(_ name: String) throws(UsageError) -> Secret? {
    guard let path = self[name] else { return nil }
    guard let bytes = PrivateFile.read(path) else {
      throw UsageError("\(name) \(path): the file was not found, or cannot be read.")
    }
    return Secret(bytes: bytes)
  }
}

extension Log {
  /// The log of a command's `--log-level`.
  init(_ options: CommandLineOptions) throws(UsageError) {
    let name = options["--log-level"] ?? "info"
    guard let level = Level(rawValue: name) else {
      throw UsageError("--log-level \(name) is none of debug, info and warning.")
    }
    self.init(threshold: level)
  }
}
