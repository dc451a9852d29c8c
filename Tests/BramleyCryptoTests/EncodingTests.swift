import BramleyCrypto
import Testing

@Suite("Encodings")
struct EncodingTests {
  @Test(
    "base64url refuses padding, the other alphabet, spare bits and impossible lengths: R12",
    arguments: [
      "Zg==", "Zm8=", "Zg=", "A", "AAAAA", "Zh", "Zi", "Zm9", "Zm-", "+/+/", "Zm 8", "Zm8\n", " Zm8",
      "Zm8\u{0}",
      "Zmé", "Zm.8", "=", "====",
    ])
  func refusals(text: String) {
    #expect(Base64URL.decode(text) == nil)
    #expect(Base64URL.decode(Array(text.utf8)) == nil)
    #expect(Base64URL.decode(Array("x\(text)".utf8).dropFirst()) == nil)
  }

  @Test(
    "base64url has one spelling for each value",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
      ("foobar", "Zm9vYmFy"), ("???", "Pz8_"), ("~~~", "fn5-"),
    ])
  func pairs(plain: String, text: String) {
    #expect(Base64URL.encode(Array(plain.utf8)) == text)
    #expect(Base64URL.encodeToBytes(Array(plain.utf8)) == Array(text.utf8))
    #expect(Base64URL.decode(text) == Array(plain.utf8))
    #expect(Base64URL.decode(Array(text.utf8)) == Array(plain.utf8))
    #expect(Base64URL.decode(Array(".\(text)".utf8).dropFirst()) == Array(plain.utf8))
  }

  @Test("of all two-character texts exactly one for each byte is taken")
  func exhaustive() {
    let all = (UInt8.min...UInt8.max)
    var seen: Set<[UInt8]> = []
    for first in all {
      for second in all {
        if let bytes = Base64URL.decode([first, second]) { #expect(seen.insert(bytes).inserted) }
      }
    }
    #expect(seen.count == 256)
  }

  @Test("random bytes of every length come back, in each encoding")
  func roundTrip() {
    for count in 0..<100 {
      let bytes = SystemRandomSource().bytes(count)
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
      #expect(Hex.decode(Hex.encode(bytes)) == bytes)
      #expect(Hex.decode(Hex.encode(bytes).uppercased()) == bytes)
    }
  }

  @Test("standard base64 pads, and reads with or without padding but not with a wrong one")
  func standard() {
    #expect(Base64.encode(Array("f".utf8)) == "Zg==")
    #expect(Base64.encode(Array("fo".utf8)) == "Zm8=")
    #expect(Base64.encode([0xFB, 0xFF]) == "+/8=")
    #expect(Base64.decode("Zg==") == Array("f".utf8))
    #expect(Base64.decode("Zg") == Array("f".utf8))
    for text in ["Zg=", "Zm8==", "Zm9v=", "Zg===", "-_8=", "Zh==", "Z"] {
      #expect(Base64.decode(text) == nil)
    }
  }

  @Test(
    "hexadecimal refuses odd lengths and other letters",
    arguments: ["a", "abc", "0g", "0x", " 0", "é1", "0-"])
  func hex(text: String) {
    #expect(Hex.decode(text) == nil)
  }

  @Test("hexadecimal is written in lower case")
  func lowerCase() {
    #expect(Hex.encode([0x00, 0x9A, 0xBC, 0xDE, 0xFF]) == "009abcdeff")
  }
}
