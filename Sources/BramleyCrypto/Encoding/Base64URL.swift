/// The base64url of JOSE: no padding, no other alphabet, one spelling only.
///
/// - Standard: RFC 4648 §5, RFC 7515 §2. Strictness is project rule R12: were spare bits allowed, one
///   signature would have several spellings and a used token could come back in another dress.
public enum Base64URL {
  /// Encodes bytes as text.
  public static func encode(_ bytes: [UInt8]) -> String {
    Base64Alphabet.url.encode(bytes, padded: false)
  }

  /// Encodes bytes as the ASCII bytes of the text.
  public static func encodeToBytes(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Base64Alphabet.encodedCount(bytes.count, padded: false)) {
      $1 = Base64Alphabet.url.encode(bytes, into: $0, padded: false)
    }
  }

  /// Decodes a text, or gives `nil` when it is not the one spelling of some bytes.
  public static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { Base64Alphabet.url.decode($0) }
  }

  /// Decodes ASCII bytes, or gives `nil` when they are not the one spelling of some bytes.
  public static func decode(_ bytes: [UInt8]) -> [UInt8]? {
    bytes.withUnsafeBufferPointer { Base64Alphabet.url.decode($0) }
  }

  /// Decodes a part of some ASCII bytes, without a copy of it.
  public static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    bytes.withUnsafeBufferPointer { Base64Alphabet.url.decode($0) }
  }
}
