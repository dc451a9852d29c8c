import AppleIdentity
import BramleyCrypto
import BramleyJOSE
import Foundation

@testable import bramley

/// An identity token of Apple's with keys of our own, and changes to it.
struct TokenFixture {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let rawNonce = "0123456789abcdefghijklmnopqrstuv"

  /// Made once: an RSA key takes a tenth of a second.
  private static let made = Result { (try RSAPrivateKey.generate(), try RSAPrivateKey.generate()) }

  let key: RSAPrivateKey
  let foreign: RSAPrivateKey
  let keys: AppleKeySet

  init() throws {
    (key, foreign) = try Self.made.get()
    keys = try AppleKeySet(json: JWKSet([JWK(keyID: "KEYONE", key: .rs256(key.publicKey))]).json())
  }

  /// A token; a change names a claim and its JSON text, nil leaves it out.
  func token(
    _ changes: [String: String?] = [:], header: String = #"{"alg":"RS256","kid":"KEYONE"}"#,
    key: RSAPrivateKey? = nil
  ) throws -> String {
    var claims: [String: String] = [
      "iss": #""https://appleid.apple.com""#, "aud": #""com.example.app""#, "sub": #""0001.ab.02""#,
      "iat": "1799999990", "exp": "1800086390", "nonce": #""\#(RawNonce(Self.rawNonce).hashed)""#,
      "nonce_supported": "true", "email": #""maria@example.com""#, "email_verified": #""true""#,
    ]
    for (name, value) in changes { claims[name] = value }
    let payload = "{" + claims.map { #""\#($0.key)":\#($0.value)"# }.sorted().joined(separator: ",") + "}"
    let input = [header, payload].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    return input + "." + Base64URL.encode(try (key ?? self.key).signPKCS1SHA256(Array(input.utf8)))
  }

  static func expectation(
    clientIDs: [String] = ["com.example.app"], rawNonce: String? = rawNonce, webNonce: String? = nil
  ) -> TokenVerification.Expectation {
    TokenVerification.Expectation(clientIDs: clientIDs, rawNonce: rawNonce, webNonce: webNonce)
  }

  func verify(
    _ token: String, _ expected: TokenVerification.Expectation = expectation()
  ) -> TokenVerification {
    TokenVerification(token, keys: keys, keysFrom: "a file", expecting: expected, at: Self.now)
  }
}
