#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An authorization code that was handed out; its row is found by the code.
struct AuthorizationCode: Codable, Sendable {
  /// The client that asked.
  let clientID: String
  /// The person.
  let accountID: String
  /// The row of the grant.
  let grantKey: String
  /// The grant's epoch at that time.
  let epoch: Int
  /// The Return URL that was named, which the exchange must repeat; nil for a native code.
  let redirectURI: String?
  /// The nonce, copied into the token of the exchange.
  let nonce: String?
  /// The PKCE challenge; the exchange must then bring the verifier.
  let challenge: CodeChallenge?
  /// When it was handed out.
  let issuedAt: Date
  /// When it stops being good.
  let expiresAt: Date
  /// When it was exchanged; the row stays to tell "used" from "unknown".
  var usedAt: Date?

  /// Until when the row stays, to tell "used" from "never heard of".
  var keptUntil: Date { expiresAt.addingTimeInterval(600) }
}
