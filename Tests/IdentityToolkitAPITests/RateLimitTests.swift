import Accounts
import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("Rate limits on the wire")
struct RateLimitTests {
  private static let proxy = ClientAddress(parsing: "192.0.2.250")

  private func wire(_ listener: Listener? = nil) throws -> TestWire {
    try TestWire(.serve, listener: listener, policy: { $0.limits = .standard })
  }

  /// A sign-in by password as it comes in behind what a listener has in front of the routes.
  private func signIn(
    _ wire: TestWire, peer: String, forwarded: String? = nil, proxies: Set<ClientAddress> = [],
    password: String = "wrong horse"
  ) async -> Answer {
    var request = HTTPRequest(
      method: .post, path: "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
      query: "key=fake",
      headers: ["content-type": "application/json", "host": "id.example.com"],
      body: (["email": "paula@example.com", "password": .text(password)] as JSON).bytes, peer: peer)
    if let forwarded { request.headers["x-forwarded-for"] = forwarded }
    return Answer(
      await ForwardedClient(proxies: proxies, around: wire.router).respond(to: request))
  }

  @Test("a refusal is 400 with the constant and Retry-After (wire §2)")
  func refusal() async throws {
    let wire = try wire()
    var last: Answer?
    for _ in 0..<11 { last = await signIn(wire, peer: "198.51.100.1") }
    let answer = try #require(last)
    #expect(
      answer.refusal == "400 TOO_MANY_ATTEMPTS_TRY_LATER : Too many attempts. Please try again later.")
    let wait = try #require(answer.response.headers["retry-after"].flatMap { Int($0) })
    #expect((1...600).contains(wait))
  }

  @Test("a client that writes X-Forwarded-For itself stays one client (A23, A38)")
  func spoofed() async throws {
    let wire = try wire()
    for number in 0..<10 { _ = await signIn(wire, peer: "198.51.100.1", forwarded: "203.0.113.\(number)") }
    let answer = await signIn(wire, peer: "198.51.100.1", forwarded: "203.0.113.99")
    #expect(answer.message?.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER") == true)
    // Neither behind a listed proxy: only what the proxy itself saw counts.
    let proxies = Set([Self.proxy].compactMap { $0 })
    let behind = try self.wire()
    for number in 0..<10 {
      _ = await signIn(
        behind, peer: "192.0.2.250", forwarded: "203.0.113.\(number), 198.51.100.1", proxies: proxies)
    }
    let refused = await signIn(
      behind, peer: "192.0.2.250", forwarded: "203.0.113.99, 198.51.100.1", proxies: proxies)
    #expect(refused.message?.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER") == true)
    let other = await signIn(behind, peer: "192.0.2.250", forwarded: "198.51.100.2", proxies: proxies)
    #expect(other.message == "INVALID_LOGIN_CREDENTIALS")
  }

  @Test("addresses inside one /64 and spellings of one address are one client (A38)")
  func oneNetwork() async throws {
    let wire = try wire()
    for number in 0..<10 { _ = await signIn(wire, peer: "2001:db8:1:2::\(number + 1)") }
    for spelling in ["2001:db8:1:2:ffff::1", "2001:0DB8:1:2:0:0:0:1", "2001:db8:1:2:1:2:3:4"] {
      #expect(
        await signIn(wire, peer: spelling).message?.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER") == true)
    }
    #expect(await signIn(wire, peer: "2001:db8:1:3::1").message == "INVALID_LOGIN_CREDENTIALS")
    for _ in 0..<10 { _ = await signIn(wire, peer: "::ffff:198.51.100.9") }
    #expect(
      await signIn(wire, peer: "198.51.100.9").message?.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER") == true)
  }

  @Test("in dev nothing is limited unless asked (R43)")
  func development() async throws {
    let wire = try TestWire()
    _ = await wire.signUp()
    for _ in 0..<30 { #expect(await signIn(wire, peer: "127.0.0.1").message == "INVALID_PASSWORD") }
  }

  @Test("administrators are not limited (R3)")
  func administrators() async throws {
    let wire = try wire(.admin(acceptsOwnerBearer: true))
    for number in 0..<80 {
      let answer = await wire.callAsOwner(
        "accounts:sendOobCode",
        ["requestType": "EMAIL_SIGNIN", "email": .text("p\(number % 2)@example.com"), "returnOobLink": true])
      #expect(answer.status == 200, "\(answer)")
    }
  }
}
