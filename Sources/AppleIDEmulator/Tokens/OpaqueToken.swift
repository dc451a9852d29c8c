import BramleyCrypto

/// Makes codes and tokens in the shape of Apple's: a letter, 32 hex digits, a digit, letters, 22 characters.
enum OpaqueToken {
  /// What the first letter says.
  enum Kind: String {
    /// An authorization code.
    case code = "c"
    /// An access token.
    case access = "a"
    /// A refresh token.
    case refresh = "r"
  }

  /// A new one with 256 random bits.
  static func make(_ kind: Kind, random: any RandomSource) -> String {
    let bytes = random.bytes(35)
    let letters = bytes[32..<35].map { letter in Character(UnicodeScalar(UInt8(ascii: "a") + letter % 26)) }
    return kind.rawValue + Hex.encode(Array(bytes[0..<16])) + ".0." + String(letters) + "."
      + Base64URL.encode(Array(bytes[16..<32]))
  }
}
