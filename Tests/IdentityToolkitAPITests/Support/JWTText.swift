import BramleyCrypto

/// Tokens that nobody signed.
enum JWTText {
  static func unsigned(_ claims: String) -> String {
    [#"{"alg":"none","typ":"JWT"}"#, claims].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
      + "."
  }
}
