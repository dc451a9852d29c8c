import BramleyCrypto

/// A PKCE challenge as it came with the authorization request.
///
/// - Standard: RFC 7636 §4.2, §4.6.
struct CodeChallenge: Codable, Sendable {
  /// How the challenge was made from the verifier.
  enum Method: String, Codable, Sendable {
    /// BASE64URL(SHA256(verifier)).
    case s256 = "S256"
    /// The verifier itself.
    case plain
  }

  /// How it was made.
  let method: Method
  /// The challenge text.
  let text: String

  /// Whether a text has the form that RFC 7636 wants of verifiers and challenges.
  static func isWellFormed(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "~"):
          true
        default: false
        }
      }
  }

  /// Whether the verifier answers the challenge; compared in constant time.
  func isAnswered(by verifier: String) -> Bool {
    guard Self.isWellFormed(verifier) else { return false }
    let expected =
      switch method {
      case .plain: verifier
      case .s256: Base64URL.encode(SHA256.digest(Array(verifier.utf8)).bytes)
      }
    return constantTimeEquals(Array(expected.utf8), Array(text.utf8))
  }
}
