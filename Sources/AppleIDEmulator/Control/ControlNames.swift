import BramleyHTTP

/// The names by which the control API and the console answer.
///
/// A page whose own name was rebound to this address could otherwise have a developer's browser read and
/// change everything, and send notifications to addresses inside (R4). Apple's own paths answer by any name.
struct ControlNames: Sendable {
  /// Top-level names that nobody can register in the public name system (RFC 6761, RFC 6762, ICANN).
  private static let privateEndings = [".localhost", ".test", ".internal", ".local"]

  private let named: Set<String>

  /// Private names, addresses and Apple's own name, and these beside them.
  init(issuer: String, others: Set<String>) {
    var named = Set(others.map { $0.lowercased() })
    named.insert("appleid.apple.com")
    let authority = issuer.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first
    if let authority, let host = HostName(authority: authority) { named.insert(host.description) }
    self.named = named
  }

  /// Whether a request for this host may come in; browsers always name one.
  func allows(_ request: HTTPRequest) -> Bool {
    guard request.headers["host"] != nil else { return true }
    guard let host = request.host else { return false }
    let name = host.description
    // One label alone is a name of a container network or of the machine's own list.
    return host.isLoopback || !name.contains(".") || ClientAddress(parsing: name) != nil
      || named.contains(name) || Self.privateEndings.contains { name.hasSuffix($0) }
  }

  /// Whether the path is ours and not Apple's; the style of the sign-in page comes with that page.
  static func covers(_ path: String) -> Bool {
    path == "/" || path.hasPrefix("/emulator/") && !path.hasPrefix("/emulator/assets/")
  }

  /// What a request by another name is told.
  static let refusal = Refusal.control(
    400, .foreignHost,
    "This name does not lead to the control API. Use localhost or an address, or start with --allow-host NAME."
  )
}
