import _Configuration

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether text messages would go out; none is sent.
enum TextMessageChecks {
  static func findings(_ settings: Configuration.TextMessages) -> [Finding] {
    switch settings {
    case .none: return []
    case .command(let command):
      let program = command.first ?? ""
      guard access(program, X_OK) == 0 else {
        return [
          .failed(
            "sms", "\(program) cannot be run",
            "Check its path and its mode, as the user of the service: ls -l")
        ]
      }
      return [.ok("sms", "\(program) is run for each text message")]
    case .webhook(let url, _):
      return [.ok("sms", "text messages are posted to \(url.prefix { $0 != "?" }), signed")]
    }
  }
}
