import BramleyCrypto

/// An identity whose proof was checked, with all that a sign-in makes of it.
struct ProvenIdentity: Sendable {
  var identity: Identity
  var profile: ProviderProfile
  var spending: SignInAttempt.Spending?
  /// The Apple client id of the proof.
  var clientID: String?
  /// The name of a first authorization.
  var displayName: String?
  /// What came for Apple's refresh token.
  var exchange: PendingExchange?
  /// The identifier by which both teams of an app transfer know the person, for 60 days after it.
  var transferIdentifier: String?
  /// When the person proved it, where that was before now.
  var authTime: Timestamp?
}

/// A code that waits for its exchange, or the refresh token that it gave; kept sealed.
struct PendingExchange: Codable, Sendable {
  var clientID: String
  var code: String
  var redirectURI: String?
  var codeVerifier: String?
  /// Apple's refresh token, when the exchange is done.
  var refreshToken: String?

  /// The first 16 bytes of SHA-256 over the code (R18).
  var codeHash: [UInt8] { Array(SHA256.digest(utf8: code).bytes.prefix(16)) }
}
