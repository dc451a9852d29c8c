import AppleIDEmulator
import BramleyCrypto
import BramleyHTTP
import Testing

@Suite("Client secrets")
struct ClientSecretTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let reason: String
    let change: @Sendable (inout Harness.SecretParts) -> Void
    var testDescription: String { name }

    init(_ name: String, _ reason: String, _ change: @escaping @Sendable (inout Harness.SecretParts) -> Void)
    {
      self.name = name
      self.reason = reason
      self.change = change
    }
  }

  static let now: Double = 1_800_000_000

  static let refused: [Case] = [
    Case("another algorithm", "ES256 only") { $0.alg = "RS256" },
    Case("no algorithm at all", "ES256 only") { $0.alg = "none" },
    Case("no kid", "no kid") { $0.kid = nil },
    Case("unknown kid", "not registered") { $0.kid = "NOSUCHKEY1" },
    Case("another team", "iss is not") { $0.iss = "TEAM000002" },
    Case("no iss", "iss is not") { $0.iss = nil },
    Case("another sub", "sub is not") { $0.sub = "com.example.app" },
    Case("sub in another case", "sub is not") { $0.sub = "com.example.Web" },
    Case("another aud", "aud is not") { $0.aud = "\"https://account.apple.com\"" },
    Case("aud with a slash more", "aud is not") { $0.aud = "\"https://appleid.apple.com/\"" },
    Case("two auds", "aud is not") { $0.aud = "[\"https://appleid.apple.com\",\"x\"]" },
    Case("no aud", "aud is not") { $0.aud = nil },
    Case("expired", "expired") { $0.exp = now },
    Case("over six months", "six months") { $0.exp = now + 15_777_001 },
    Case("milliseconds", "milliseconds") { $0.exp = (now + 300) * 1000 },
    Case("issued in the future", "in the future") { $0.iat = now + 60 },
    Case("no iat", "missing") { $0.iat = nil },
    Case("no exp", "missing") { $0.exp = nil },
    Case("signed with another key", "was not made with the key") {
      $0.pem = try? P256PrivateKey.generate().pem()
    },
  ]

  @Test(
    "are refused as invalid_client without a description; the request log says which check failed",
    arguments: refused)
  func refuses(_ wrong: Case) async throws {
    let apple = try await Harness()
    let code = try #require(try await apple.signIn()["code"])
    let response = try await apple.exchange(code: code, ["client_secret": try apple.secret(wrong.change)])
    #expect(response.status == 400)
    #expect(response.text == #"{"error":"invalid_client"}"#)
    let reason = try await apple.lastReason()
    #expect(reason.contains(wrong.reason), "\(reason)")
    // A refusal spends nothing.
    #expect(try await apple.exchange(code: code).status == 200)
  }

  @Test(
    "are refused whatever their shape",
    arguments: [
      "", "a", "a.b", "a.b.c", "....", String(repeating: ".", count: 100_000), "ÿ.ÿ.ÿ", "e30.e30.",
      "eyJhbGciOiJFUzI1NiJ9.e30.AAAA",
    ])
  func shapes(_ secret: String) async throws {
    let apple = try await Harness()
    let response = try await apple.exchange(code: "c", ["client_secret": secret])
    #expect(response.status == 400)
    #expect(response.errorCode == (secret.isEmpty ? "invalid_request" : "invalid_client"))
  }

  @Test("that are the .p8 itself, or carry a DER signature, are named as such in the log")
  func commonMistakes() async throws {
    let apple = try await Harness()
    let pem = try #require(apple.emulator.demoCredentials?.privateKey.revealText())
    #expect(try await apple.exchange(code: "c", ["client_secret": pem]).errorCode == "invalid_client")
    #expect(try await apple.lastReason().contains(".p8"))
    let good = try apple.secret()
    let parts = good.split(separator: ".")
    let der = Base64URL.encode([0x30, 0x45, 0x02, 0x21] + [UInt8](repeating: 1, count: 67))
    _ = try await apple.exchange(code: "c", ["client_secret": "\(parts[0]).\(parts[1]).\(der)"])
    #expect(try await apple.lastReason().contains("DER"))
  }

  @Test(
    "are taken with aud as text or a list of one, up to six months, and a few seconds ahead",
    arguments: [
      Case("list of one", "") { $0.aud = "[\"https://appleid.apple.com\"]" },
      Case("exactly six months", "") { $0.exp = now + 15_777_000 },
      Case("iat a moment ahead", "") { $0.iat = now + 5 },
    ])
  func accepts(_ right: Case) async throws {
    let apple = try await Harness()
    let code = try #require(try await apple.signIn()["code"])
    #expect(
      try await apple.exchange(code: code, ["client_secret": try apple.secret(right.change)]).status == 200)
  }

  @Test("of a new key work at once, those of a revoked key no more; two keys overlap")
  func rollover() async throws {
    struct Made: Decodable {
      let key_id: String
      let private_key: String
    }
    let apple = try await Harness()
    let made = try await apple.control(.post, "/keys", #"{"team_id":"DEMOTEAM01"}"#).json(Made.self)
    let fresh = try apple.secret {
      $0.kid = made.key_id
      $0.pem = Secret(utf8: made.private_key)
    }
    let first = try #require(try await apple.signIn()["code"])
    let second = try #require(try await apple.signIn()["code"])
    #expect(try await apple.exchange(code: first, ["client_secret": fresh]).status == 200)
    #expect(try await apple.exchange(code: second).status == 200)
    #expect(await apple.control(.delete, "/keys/DEMOKEY001").status == 204)
    let third = try #require(try await apple.signIn()["code"])
    #expect(try await apple.exchange(code: third).errorCode == "invalid_client")
    #expect(try await apple.lastReason().contains("revoked"))
    #expect(try await apple.exchange(code: third, ["client_secret": fresh]).status == 200)
  }

  @Test("follow Apple's clock: one that is behind ours makes an honest secret come from the future")
  func skew() async throws {
    let apple = try await Harness()
    _ = await apple.control(.patch, "/settings", #"{"clock_skew":-120}"#)
    let code = try #require(try await apple.signIn()["code"])
    #expect(try await apple.exchange(code: code).errorCode == "invalid_client")
    #expect(try await apple.lastReason().contains("in the future"))
  }
}
