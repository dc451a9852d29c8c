import Accounts
import BramleyHTTP
import InMemoryAccountStore
import Testing

@testable import IdentityToolkitAPI

@Suite("Mail that the wire causes")
struct MailTests {
  private func send(_ wire: TestWire, _ body: JSON, headers: HTTPFields = [:]) async -> Answer {
    var all = headers
    all["content-type"] = "application/json"
    return await wire.send(
      .post, "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=fake", body: body.bytes,
      headers: all)
  }

  @Test("a relay address that takes no mail is told by a constant that stays: FR-32")
  func relay() async throws {
    let wire = try TestWire()
    #expect(await wire.signIn(.hidden).status == 200)
    let address = try #require(TestApple.Person.hidden.email)
    let body: JSON = ["requestType": "EMAIL_SIGNIN", "email": .text(address)]
    #expect(await send(wire, body).status == 200)
    let now = wire.clock.now()
    _ = try await wire.store.apply(
      AppleReport(
        kind: .relayDisabled,
        identity: wire.accounts.key(of: .apple, subject: TestApple.Person.hidden.subject), at: now, now: now))
    #expect(
      await send(wire, body).refusal
        == "400 OPERATION_NOT_ALLOWED : RELAY_DISABLED Mail to this private address is switched off in the "
        + "person's Apple Account.")
    #expect(wire.mailbox.entries.count == 1)
  }

  @Test("an unknown address is answered like a known one, and only the known one gets mail: R29")
  func enumeration() async throws {
    let mailbox = DevelopmentMailbox()
    let wire = try TestWire(.serve, delivery: mailbox)
    #expect(await wire.signUp("ann@example.com", password: "correct horse battery").status == 200)
    for address in ["ann@example.com", "nobody@example.com"] {
      let answer = await send(wire, ["requestType": "PASSWORD_RESET", "email": .text(address)])
      #expect(answer.status == 200)
      #expect(answer.json.object?.keys.sorted() == ["email", "kind"])
      #expect(answer["email"] == .text(address))
    }
    #expect(mailbox.entries.map(\.message.recipient) == ["ann@example.com"])
  }

  @Test("a link leads to the configured origin, whatever the request's headers say: A23")
  func origin() async throws {
    let mailbox = DevelopmentMailbox()
    let wire = try TestWire(.serve, delivery: mailbox)
    let headers: HTTPFields = [
      "host": "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http",
    ]
    #expect(
      await send(wire, ["requestType": "EMAIL_SIGNIN", "email": "ann@example.com"], headers: headers).status
        == 200)
    let link = try #require(mailbox.entries.first?.message.link)
    #expect(link.hasPrefix("https://id.example.com/__/auth/action?mode=signIn&lang=en&oobCode="))
    #expect(!link.contains("evil"))
  }

  @Test(
    "language of mail and link follow X-Firebase-Locale; anything odd is English in the link",
    arguments: [
      ("fa", "fa"), ("zh_CN", "zh-CN"), ("x", "en"), ("<script>", "en"),
      (String(repeating: "a", count: 99), nil),
    ] as [(String, String?)])
  func locale(given: String, tag: String?) async throws {
    let wire = try TestWire()
    _ = await send(
      wire, ["requestType": "EMAIL_SIGNIN", "email": "ann@example.com"],
      headers: ["x-firebase-locale": given])
    let message = try #require(wire.mailbox.entries.first?.message)
    #expect(message.locale == String(given.prefix(35)))
    if let tag { #expect(message.link?.contains("&lang=\(tag)&") == true) }
  }

  @Test("an address that SMTP cannot carry is refused with what to do")
  func address() async throws {
    let wire = try TestWire()
    let answer = await send(wire, ["requestType": "EMAIL_SIGNIN", "email": "jörg@example.com"])
    #expect(
      answer.refusal
        == "400 INVALID_EMAIL : Mail can only be sent to an address with ASCII characters before the @.")
    #expect(wire.mailbox.entries.isEmpty)
  }
}
