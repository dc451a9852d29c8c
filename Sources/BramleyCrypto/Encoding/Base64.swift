/// The standard base64, as PEM and Apple's `.p8` files carry it.
///
/// - Standard: RFC 4648 §4.
public enum Base64 {
  /// Encodes bytes with padding.
  public static func encode(_ bytes: [UInt8]) -> String {
    Base64Alphabet.standard.encode(bytes, padded: true)
  }

  /// Decodes a text whose padding may be missing but not wrong; `nil` for anything else.
  public static func decode(_ text: String) -> [UInt8]? {
    var characters = Array(text.utf8)
    var padding = 0
    while padding < 2, characters.last == UInt8(ascii: "=") {
      characters.removeLast()
      padding += 1
    }
    if padding > 0, (characters.count + padding) % 4 != 0 { return nil }
    return characters.withUnsafeBufferPointer { Base64Alphabet.standard.decode($0) }
  }
}
