import BramleyCrypto
import Testing

@testable import Accounts

@Suite("One-time passwords")
struct OneTimePasswordTests {
  private let secret = Secret(utf8: "12345678901234567890")

  @Test(
    "the passwords of RFC 6238, appendix B, in six digits",
    arguments: [
      (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
      (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ] as [(Int64, String)])
  func examples(seconds: Int64, expected: String) {
    #expect(OneTimePassword.password(secret: secret, step: seconds / 30) == expected)
  }

  @Test("one step earlier or later counts, two do not, and none counts twice")
  func window() {
    let now = Timestamp(seconds: 1_111_111_111)
    let step = now.seconds / 30
    func found(_ offset: Int64, after last: Int64? = nil) -> Int64? {
      OneTimePassword.step(
        of: OneTimePassword.password(secret: secret, step: step + offset) ?? "", secret: secret, at: now,
        after: last)
    }
    #expect(found(-2) == nil)
    #expect(found(2) == nil)
    #expect(found(-1) == step - 1)
    #expect(found(0) == step)
    #expect(found(1) == step + 1)
    #expect(found(0, after: step) == nil)
    #expect(found(-1, after: step) == nil)
    #expect(found(1, after: step) == step + 1)
  }

  @Test(
    "secrets are shown in base32 without padding: RFC 4648 §10",
    arguments: [
      ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
      ("foobar", "MZXW6YTBOI"),
    ])
  func base32(text: String, expected: String) {
    #expect(OneTimePassword.text(of: Array(text.utf8)) == expected)
  }
}
