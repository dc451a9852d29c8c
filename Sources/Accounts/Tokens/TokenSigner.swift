package import BramleyCrypto

/// Signs our tokens and knows its own signatures again.
package protocol TokenSigner: Sendable {
  /// The JWK set that anyone verifies our tokens with, as JSON text.
  var publicKeySet: [UInt8] { get }
  /// The algorithms in use, for discovery.
  var algorithms: [String] { get }
  /// The token of these claims, a JSON object's text.
  func sign(_ claims: [UInt8]) throws(AccountsError) -> Secret
  /// The claims of a token whose signature is good under one of our keys; nil for anything else.
  func claims(of token: String) -> [UInt8]?
}
