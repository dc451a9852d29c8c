/// Apple's rules for the address that a web sign-in returns to.
///
/// Apple checks them on its own page, in front of the person; checked here they stop nobody but the
/// developer. Apple's page "Configuring your environment for Sign in with Apple".
public enum AppleReturnURL {
  /// A rule that an address breaks.
  public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// It is no `scheme://host/…`.
    case notAbsolute = "not_absolute"
    /// It is not `https`.
    case notHTTPS = "not_https"
    /// Its host is this machine.
    case localhost
    /// Its host is an IP address.
    case ipAddress = "ip_address"
    /// Its host is no domain name.
    case noDomain = "no_domain"
    /// It has a part behind `#`.
    case fragment
    /// It carries a user name.
    case credentials
    /// It holds white space or a character that addresses must escape.
    case badCharacter = "bad_character"

    /// The rule, and what to do.
    public var advice: String {
      switch self {
      case .notAbsolute: "It must be a whole address: https://example.com/path."
      case .notHTTPS: "Apple takes https only; custom schemes need a page of yours in between."
      case .localhost: "Apple takes no localhost; use a public name, or the emulator while developing."
      case .ipAddress: "Apple takes no IP address; use a domain name."
      case .noDomain: "The host must be a domain name with a dot in it, such as auth.example.com."
      case .fragment: "Apple takes no part behind `#`."
      case .credentials: "Apple takes no user name in an address."
      case .badCharacter: "It must hold no spaces, quotes or letters beyond ASCII; escape them."
      }
    }
  }

  /// The rules that an address breaks; none: Apple takes it once it is registered, byte for byte.
  public static func faults(in address: String) -> [Fault] {
    let isPlain = address.utf8.allSatisfy { (0x21...0x7e).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) }
    guard isPlain else { return [.badCharacter] }
    guard let colon = address.firstRange(of: "://"), colon.lowerBound != address.startIndex else {
      return [.notAbsolute]
    }
    var faults: [Fault] = []
    if address[..<colon.lowerBound].lowercased() != "https" { faults.append(.notHTTPS) }
    if address.contains("#") { faults.append(.fragment) }
    let authority = address[colon.upperBound...].prefix { !"/?#".contains($0) }
    if authority.contains("@") { faults.append(.credentials) }
    let server = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let host = server.hasPrefix("[") ? server : server.prefix { $0 != ":" }
    if let fault = self.fault(inHost: host.lowercased()) { faults.append(fault) }
    return faults
  }

  private static func fault(inHost host: String) -> Fault? {
    if host.isEmpty { return .notAbsolute }
    if host == "localhost" || host.hasSuffix(".localhost") { return .localhost }
    if host.hasPrefix("[") { return .ipAddress }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    // Browsers read a host whose last label is a number as an IPv4 address.
    if labels.last.map({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) == true { return .ipAddress }
    guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty && $0.count <= 63 }) else { return .noDomain }
    return nil
  }
}
