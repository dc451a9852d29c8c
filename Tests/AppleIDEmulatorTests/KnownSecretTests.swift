import BramleyCrypto
import BramleyHTTP
import Testing

@testable import AppleIDEmulator

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("A client secret that was taken before")
struct KnownSecretTests {
  /// An emulator that has taken a secret once, and the secret.
  private func known(_ change: (inout Harness.SecretParts) -> Void = { _ in }) async throws -> (
    Harness, String
  ) {
    let apple = try await Harness()
    let secret = try apple.secret(change)
    let code = try #require(try await apple.signIn()["code"])
    try #require(try await apple.exchange(code: code, ["client_secret": secret]).status == 200)
    return (apple, secret)
  }

  private func expectRefusal(_ apple: Harness, _ secret: String, _ reason: String) async throws {
    let code = try #require(try await apple.signIn()["code"])
    let answer = try await apple.exchange(code: code, ["client_secret": secret])
    #expect(answer.errorCode == "invalid_client")
    #expect(try await apple.lastReason().contains(reason))
  }

  @Test("is refused at once when its key was revoked")
  func revokedKey() async throws {
    let (apple, secret) = try await known()
    #expect(await apple.control(.delete, "/keys/DEMOKEY001").status == 204)
    try await expectRefusal(apple, secret, "revoked")
  }

  @Test("is refused at the second of its exp")
  func expiry() async throws {
    let (apple, secret) = try await known()
    apple.clock.advance(299)
    #expect(try await apple.exchange(code: "c", ["client_secret": secret]).errorCode == "invalid_grant")
    apple.clock.advance(1)
    try await expectRefusal(apple, secret, "expired")
  }

  @Test("is refused when Apple's clock goes back behind its iat, or back so far that exp is too late")
  func clockGoesBack() async throws {
    let (apple, secret) = try await known { $0.exp = 1_800_000_000 + 15_777_000 }
    _ = await apple.control(.patch, "/settings", #"{"clock_skew":-60}"#)
    try await expectRefusal(apple, secret, "six months")
    let (other, short) = try await known()
    _ = await other.control(.patch, "/settings", #"{"clock_skew":-120}"#)
    try await expectRefusal(other, short, "in the future")
  }

  @Test("is refused when another client sends it")
  func otherClient() async throws {
    let (apple, secret) = try await known()
    let native = try await apple.native()
    let answer = try await apple.exchange(
      code: native.authorization_code,
      ["client_id": "com.example.app", "client_secret": secret, "redirect_uri": nil])
    #expect(answer.errorCode == "invalid_client")
    #expect(try await apple.lastReason().contains("sub is not"))
  }

  @Test("is refused when another key stands under its key's id now")
  func anotherKeyOfThatID() async throws {
    struct Made: Decodable { let private_key: String }
    let apple = try await Harness()
    let body = #"{"team_id":"DEMOTEAM01","key_id":"SECONDKEY1"}"#
    let made = try await apple.control(.post, "/keys", body).json(Made.self)
    let secret = try apple.secret {
      $0.kid = "SECONDKEY1"
      $0.pem = Secret(utf8: made.private_key)
    }
    let code = try #require(try await apple.signIn()["code"])
    #expect(try await apple.exchange(code: code, ["client_secret": secret]).status == 200)
    _ = await apple.control(.delete, "/state")
    try await expectRefusal(apple, secret, "not registered")
    #expect(await apple.control(.post, "/keys", body).status == 201)
    try await expectRefusal(apple, secret, "was not made with the key")
  }

  @Test("does not lend its verdict to a secret that differs in one character")
  func neighbour() async throws {
    let (apple, secret) = try await known()
    let last = try #require(secret.last)
    try await expectRefusal(apple, secret.dropLast() + (last == "A" ? "Q" : "A"), "")
  }

  @Test("stays known while it is in use, however many others come by, and is forgotten when it is not")
  func manyOthers() throws {
    let known = VerifiedSecrets()
    let key = DeveloperKey(
      keyID: "K", teamID: "T", primaryAppID: nil, publicX: "x", publicY: "y", privatePEM: nil,
      createdAt: Date(timeIntervalSince1970: 0), revokedAt: nil)
    let claims = try JSONDecoder().decode(ClientSecretCheck.Claims.self, from: Data("{}".utf8))
    let entry = VerifiedSecrets.Entry(claims: claims, key: key)
    func digest(_ text: String) -> SHA256Digest { SHA256.digest(Array(text.utf8)) }
    known[digest("busy")] = entry
    known[digest("idle")] = entry
    for number in 0..<5_000 {
      known[digest("\(number)")] = entry
      #expect(known[digest("busy")] != nil)
    }
    #expect(known[digest("idle")] == nil)
    #expect(known[digest("4999")] != nil)
  }
}
