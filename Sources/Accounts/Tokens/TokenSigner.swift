package import BramleyCrypto

/// Signs our tokens and knows its own signatures again.
package protocol TokenSigner: Sendable {
  /// The JWK set that anyone verifies our tokens with, as JSON text.
  var publicKeySet: [UInt8] { get }
  /// The algorithms in use, for discovery.
  var algorithms: [String] { get }
  /// Grows whenever a key was taken away: what was verified before counts no more.
  var generation: Int { get }
  /// The token of these claims, a JSON object's text.
  func sign(_ claims: [UInt8]) throws(AccountsError) -> Secret
  /// The claims of a token whose signature is good under one of our keys; nil for anything else.
  func claims(of token: String) -> [UInt8]?
}

extension TokenSigner {
  /// Never grows: the keys stay as they are.
  package var generation: Int { 0 }
}
