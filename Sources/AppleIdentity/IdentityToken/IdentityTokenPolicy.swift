/// What a service accepts as an identity token.
public struct IdentityTokenPolicy: Sendable {
  /// The apps whose tokens are accepted: bundle ids and Services IDs, compared exactly.
  public var clientIDs: Set<ClientID>
  /// The issuers that are accepted.
  public var issuers: AppleIssuers
  /// Clock difference allowed, 0–60 s; a larger one counts as 60 s.
  public var leeway: Duration
  /// Whether a token must carry a nonce that the request proves to know (R14).
  public var requiresNonce: Bool

  /// Puts a policy together.
  public init(
    clientIDs: Set<ClientID>, issuers: AppleIssuers = .apple, leeway: Duration = .seconds(30),
    requiresNonce: Bool = true
  ) {
    self.clientIDs = clientIDs
    self.issuers = issuers
    self.leeway = leeway
    self.requiresNonce = requiresNonce
  }

  func checkIssuer(_ issuer: String) throws(IdentityTokenError) {
    guard issuers.contains(issuer) else {
      throw IdentityTokenError(
        .issuer, "The token was issued by somebody else.", expected: issuers.canonical, received: issuer)
    }
  }

  func checkAudience(_ audience: ClientID) throws(IdentityTokenError) {
    guard clientIDs.contains(audience) else {
      throw IdentityTokenError(
        .audience, "The token was issued to another app; is its bundle id or Services ID configured?",
        expected: clientIDs.map(\.rawValue).sorted().joined(separator: ", "),
        received: audience.rawValue)
    }
  }
}
