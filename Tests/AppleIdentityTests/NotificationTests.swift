import AppleIdentity
import BramleyCrypto
import FoundationEssentials
import Testing

@Suite("Notifications from Apple's server")
struct NotificationTests {
  typealias Apple = AppleFixture

  static let verifier = AppleNotificationVerifier(
    policy: IdentityTokenPolicy(clientIDs: Apple.clientIDs, leeway: .zero))

  static let event = #"{"type":"consent-revoked","sub":"s","event_time":1800000000123}"#

  /// A JSON text as the content of a JSON string.
  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  static func claims(_ changes: [String: String?] = [:]) -> String {
    var all = [
      "iss": #""https://appleid.apple.com""#, "aud": #""com.example.app""#,
      "iat": "\(Apple.nowInSeconds - 5)",
      "exp": "\(Apple.nowInSeconds + 86_395)", "jti": #""id-1""#, "events": quoted(event),
    ]
    for (name, value) in changes { all[name] = value }
    return "{" + all.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",") + "}"
  }

  static func body(_ changes: [String: String?] = [:], key: RSAPrivateKey = Apple.second) -> [UInt8] {
    Array(#"{"payload":"\#(Apple.token(claims(changes), key: key))"}"#.utf8)
  }

  static func refusal(_ body: [UInt8], at now: Date = Apple.now) -> IdentityTokenError.Code? {
    do throws(IdentityTokenError) {
      _ = try verifier.verify(body: body, keys: Apple.keys, at: now)
      return nil
    } catch {
      return error.code
    }
  }

  static func accept(_ changes: [String: String?] = [:]) throws -> AppleNotification {
    try verifier.verify(body: body(changes), keys: Apple.keys, at: Apple.now)
  }

  @Test(
    "a body that is no envelope is malformed",
    arguments: [
      "", "[]", "{}", #"{"payload":1}"#, #"{"payload":null}"#, #"{"payload":""}"#, #"{"payload":"a.b.c"}"#,
      #"{"payload":"x","payload":"y"}"#, "payload=x",
      "{\"payload\":\"" + String(repeating: ".", count: 1_000_000) + "\"}",
      "{\"payload\":\"" + String(repeating: ".", count: 40_000) + "\"}",
    ])
  func envelope(text: String) {
    #expect(Self.refusal(Array(text.utf8)) == .malformed)
  }

  @Test("the rules of identity tokens hold here too, in their order")
  func rules() {
    #expect(Self.refusal(Self.body(key: Apple.foreign)) == .signature)
    #expect(Self.refusal(Self.body(["iss": #""https://evil.example""#])) == .issuer)
    #expect(Self.refusal(Self.body(["aud": #""other""#])) == .audience)
    #expect(Self.refusal(Self.body(["exp": "\(Apple.nowInSeconds)"])) == .expired)
    #expect(Self.refusal(Self.body(["iat": "\(Apple.nowInSeconds + 60)"])) == .issuedInFuture)
    let token = Apple.token(Self.claims(), header: #"{"kid":"other","alg":"RS256"}"#)
    #expect(Self.refusal(Array(#"{"payload":"\#(token)"}"#.utf8)) == .unknownKeyID)
    let unsigned = Apple.token(Self.claims(), header: #"{"kid":"SECONDKEY2","alg":"none"}"#)
    #expect(Self.refusal(Array(#"{"payload":"\#(unsigned)"}"#.utf8)) == .algorithm)
  }

  @Test("an identity token is no notification, and a notification no identity token")
  func confusion() {
    #expect(Self.refusal(Array(#"{"payload":"\#(Apple.token())"}"#.utf8)) == .malformed)
    #expect(refusal_(Apple.token(Self.claims())) == .malformed)
  }

  func refusal_(_ token: String) -> IdentityTokenError.Code? {
    AppleIdentityTests.refusal(token)?.code
  }

  @Test(
    "the id is needed, since it is what a repeat is known by: A31",
    arguments: [nil, "1", #""""#, "\"" + String(repeating: "j", count: 256) + "\""])
  func id(value: String?) {
    #expect(Self.refusal(Self.body(["jti": value])) == .malformed)
  }

  @Test("the same notification twice has the same id and digest, to be remembered until it would expire: A31")
  func repeated() throws {
    let first = try Self.accept()
    let second = try Self.accept(["iat": "\(Apple.nowInSeconds - 4)"])
    #expect(first.id == "id-1" && second.id == "id-1")
    #expect(first.signingInputDigest != second.signingInputDigest)
    #expect(first.rememberUntil >= Apple.now.addingTimeInterval(86_395))
    #expect(first.issuedAt == Apple.now.addingTimeInterval(-5) && first.audience == "com.example.app")
  }

  @Test("a notification without expiry counts for a day")
  func withoutExpiry() throws {
    let body = Self.body(["exp": nil as String?])
    #expect(Self.refusal(body) == nil)
    #expect(Self.refusal(body, at: Apple.now.addingTimeInterval(86_394)) == nil)
    #expect(Self.refusal(body, at: Apple.now.addingTimeInterval(86_395)) == .expired)
  }

  @Test(
    "`events` may be an object, an array, or either as text",
    arguments: [
      event, "[\(event)]", quoted(event), quoted("[\(event)]"), quoted(" \(event) "),
    ])
  func eventForms(value: String) throws {
    let events = try Self.accept(["events": value]).events
    #expect(events.count == 1)
    #expect(events.first?.kind == .consentRevoked)
    #expect(events.first?.subject == "s")
    #expect(events.first?.occurredAt == Date(timeIntervalSince1970: 1_800_000_000.123))
  }

  @Test("several events arrive in their order")
  func severalEvents() throws {
    let other = #"{"type":"account-delete","sub":"t"}"#
    #expect(try Self.accept(["events": "[\(Self.event),\(other)]"]).events.map(\.subject) == ["s", "t"])
  }

  @Test(
    "`events` of any other form are malformed, also inside the text: R12",
    arguments: [
      nil, "null", "1", "[]", "{}", #""""#, #""text""#, quoted("[]"), quoted("1"), quoted("[1]"),
      quoted(event + event),
      quoted(#"{"type":"consent-revoked","sub":"s","sub":"t"}"#), #"{"type":"consent-revoked"}"#,
      #"{"sub":"s"}"#,
      #"{"type":1,"sub":"s"}"#, quoted(String(repeating: "[", count: 10_000)), "[[\(event)]]",
      "[" + Array(repeating: event, count: 101).joined(separator: ",") + "]",
    ])
  func brokenEvents(value: String?) {
    #expect(Self.refusal(Self.body(["events": value])) == .malformed)
  }

  @Test(
    "every event has its kind, account deletion in both spellings",
    arguments: [
      ("email-disabled", AppleEvent.Kind.emailDisabled), ("email-enabled", .emailEnabled),
      ("consent-revoked", .consentRevoked), ("account-delete", .accountDeleted),
      ("account-deleted", .accountDeleted),
      ("something-new", .other("something-new")),
    ])
  func kinds(name: String, kind: AppleEvent.Kind) throws {
    let events = try Self.accept(["events": #"{"type":"\#(name)","sub":"s"}"#]).events
    #expect(events.first?.kind == kind)
    #expect(AppleEvent.Kind(name: kind.name) == kind)
  }

  @Test(
    "an event about mail has its address, and its flag as text or boolean: FR-44",
    arguments: [
      (#""true""#, true), ("true", true), (#""false""#, false), ("false", false), ("1", false), (nil, false),
    ] as [(String?, Bool)])
  func mailEvents(flag: String?, expected: Bool) throws {
    let member = flag.map { #","is_private_email":\#($0)"# } ?? ""
    let event = #"{"type":"email-disabled","sub":"s","email":"a@privaterelay.appleid.com"\#(member)}"#
    let events = try Self.accept(["events": Self.quoted(event)]).events
    #expect(events.first?.email == "a@privaterelay.appleid.com")
    #expect(events.first?.isPrivateEmail == expected)
  }

  @Test(
    "`event_time` may be seconds or milliseconds, number or text, or odd",
    arguments: [
      ("1800000000", 1_800_000_000.0), ("1800000000123", 1_800_000_000.123),
      (#""1800000000123""#, 1_800_000_000.123),
      ("null", nil), (#""soon""#, nil), ("{}", nil), ("1e300", nil), ("-1e300", nil), (nil, nil),
    ] as [(String?, Double?)])
  func eventTime(value: String?, seconds: Double?) throws {
    let member = value.map { #","event_time":\#($0)"# } ?? ""
    let events = try Self.accept(["events": #"{"type":"consent-revoked","sub":"s"\#(member)}"#]).events
    #expect(events.first?.occurredAt == seconds.map { Date(timeIntervalSince1970: $0) })
  }
}
