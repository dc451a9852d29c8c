import BramleyCrypto
import Testing

@Suite("Secrets")
struct SecretTests {
  @Test("nothing that prints shows a secret")
  func silent() {
    struct Holder { let name = "holder"; let secret = Secret(utf8: "hunter2") }
    let secret = Secret(utf8: "hunter2")
    var dumped = ""
    dump(Holder(), to: &dumped)
    for text in [
      "\(secret)", String(describing: secret), String(reflecting: secret), "\(Holder())", "\([secret])",
      "\(Optional(secret) as Any)", dumped,
    ] {
      #expect(!text.contains("hunter2"))
      #expect(!text.contains("104"), "the bytes neither: \(text)")
    }
    #expect("\(secret)" == "…" && String(reflecting: secret) == "…")
    #expect(Mirror(reflecting: secret).children.isEmpty)
  }

  @Test("secrets are equal by their bytes")
  func equality() {
    #expect(Secret(utf8: "abc") == Secret(bytes: [97, 98, 99]))
    #expect(Secret(utf8: "abc") != Secret(utf8: "abd"))
    #expect(Secret(utf8: "abc") != Secret(utf8: "ab"))
    #expect(Secret(utf8: "").isEmpty && Secret(utf8: "é").count == 2)
  }

  @Test("text that is not UTF-8 is not revealed as text")
  func reveal() {
    #expect(Secret(bytes: [0xFF]).revealText() == nil)
    #expect(Secret(bytes: [0xFF]).reveal() == [0xFF])
    #expect(Secret(utf8: "abc").revealText() == "abc")
    #expect(Secret(utf8: "abc").withBytes { $0.count } == 3)
  }

  @Test("constant-time comparison tells every single difference")
  func constantTime() {
    let bytes = [UInt8](0..<64)
    #expect(constantTimeEquals(bytes, bytes) && constantTimeEquals([UInt8](), []))
    for index in bytes.indices {
      for bit in 0..<8 {
        var other = bytes
        other[index] ^= 1 << bit
        #expect(!constantTimeEquals(bytes, other))
      }
    }
    #expect(!constantTimeEquals(bytes, Array(bytes.dropLast())))
    #expect(constantTimeEquals("é", "é") && !constantTimeEquals("e", "é"))
  }

  @Test("random bytes have the length asked for, beyond one call of the system too, and differ")
  func random() {
    for count in [0, 1, 255, 256, 257, 1000] { #expect(SystemRandomSource().bytes(count).count == count) }
    #expect(SystemRandomSource().bytes(-1).isEmpty)
    #expect(SystemRandomSource().bytes(32) != SystemRandomSource().bytes(32))
    #expect(Set(SystemRandomSource().bytes(10_000)).count == 256)
  }

  @Test("an error says its code and a sentence, and two are equal by their code")
  func errors() {
    #expect(CryptoError(.keyEmpty, "a").description == "key_empty: a")
    #expect(CryptoError(.keyEmpty, "a") == CryptoError(.keyEmpty, "b"))
    #expect(CryptoError(.keyEmpty, "a") != CryptoError(.notAKey, "a"))
  }
}
