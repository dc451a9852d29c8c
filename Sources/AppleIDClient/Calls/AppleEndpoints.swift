/// Where Apple's endpoints stand.
///
/// The paths are fixed and never taken from the discovery document: its issuer was once another than that
/// of the tokens, and nothing that a token or a client names is ever asked (FR-03, A02, A39).
public struct AppleEndpoints: Sendable, Hashable {
  /// Apple's own address.
  public static let apple = AppleEndpoints(baseURL: "https://appleid.apple.com")

  /// Scheme, host and port, without a slash at the end.
  public let baseURL: String

  /// The endpoints of Apple or of an emulator.
  public init(baseURL: String) {
    var baseURL = baseURL
    while baseURL.hasSuffix("/") { baseURL.removeLast() }
    self.baseURL = baseURL
  }

  /// Apple's public keys.
  public var keys: String { baseURL + "/auth/keys" }
  /// Codes and refresh tokens are checked here.
  public var token: String { baseURL + "/auth/token" }
  /// Tokens are revoked here.
  public var revocation: String { baseURL + "/auth/revoke" }
  /// Subjects are translated between teams here.
  public var userMigration: String { baseURL + "/auth/usermigrationinfo" }
  /// The discovery document; advisory, read by nothing but checks of the set-up.
  public var discovery: String { baseURL + "/.well-known/openid-configuration" }
}
