/// The first rule that an identity token broke, with what was expected and what came.
///
/// The token, its signature and its nonce never appear. Equality looks at the code alone.
public struct IdentityTokenError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The rules in the order in which they are checked.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The text is no token, or a claim is missing or has the wrong type.
    case malformed
    /// The header names an algorithm other than Apple's.
    case algorithm
    /// The key set does not hold the token's key; the caller may fetch the keys anew and try again.
    case unknownKeyID = "unknown_key_id"
    /// The signature does not belong to the token.
    case signature
    /// The issuer is not one that is accepted.
    case issuer
    /// The token was issued to another app.
    case audience
    /// The token has expired.
    case expired
    /// The token may not be used yet.
    case notYetValid = "not_yet_valid"
    /// The token claims to have been issued in the future.
    case issuedInFuture = "issued_in_future"
    /// The token carries a nonce and the request does not.
    case nonceMissingInRequest = "nonce_missing_in_request"
    /// The token carries no nonce though the request does, or though one is required.
    case nonceMissingInToken = "nonce_missing_in_token"
    /// The nonce in the token is the right digest in another spelling than lower-case hex.
    case nonceSpelling = "nonce_spelling"
    /// The nonce in the token is another than the request's.
    case nonceMismatch = "nonce_mismatch"
    /// The authorization code does not belong to the token.
    case codeHash = "code_hash"
    /// The access token does not belong to the token.
    case accessTokenHash = "access_token_hash"
    /// A maximum age was asked for and the token does not say when the person signed in.
    case authenticationTimeMissing = "authentication_time_missing"
    /// The person signed in too long ago.
    case authenticationTooOld = "authentication_too_old"
  }

  /// The rule.
  public let code: Code
  /// What happened and what to do, for developers.
  public let message: String
  /// What would have passed, where that may be told.
  public let expected: String?
  /// What came, where that may be told.
  public let received: String?

  init(_ code: Code, _ message: String, expected: String? = nil, received: String? = nil) {
    self.code = code
    self.message = message
    self.expected = expected
    // A claim may hold anything; a log line must not be split or flooded by it.
    self.received = received?.forLog
  }

  /// Code, sentence, expected and received, for logs.
  public var description: String {
    var text = "\(code.rawValue): \(message)"
    if let expected { text += " Expected: \(expected)." }
    if let received { text += " Received: \(received)." }
    return text
  }

  /// Whether both broke the same rule.
  public static func == (left: IdentityTokenError, right: IdentityTokenError) -> Bool {
    left.code == right.code
  }
}
