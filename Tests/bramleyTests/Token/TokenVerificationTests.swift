import AppleIdentity
import BramleyCrypto
import Testing

@testable import bramley

@Suite("bramley token verify")
struct TokenVerificationTests {
  static let brokenClaims: [(VerificationStep.Rule, [String: String?])] = [
    (.claims, ["sub": "null"]), (.claims, ["exp": #""soon""#]),
    (.issuer, ["iss": #""https://evil.example""#]), (.audience, ["aud": #""com.example.app2""#]),
    (.times, ["exp": "1799990000"]), (.times, ["iat": "1800009999"]),
    (.nonce, ["nonce": nil]), (.nonce, ["nonce": #""0000""#]),
  ]

  @Test(
    "the first rule that fails is named, those before passed, those behind were not reached",
    arguments: brokenClaims)
  func firstFailure(rule: VerificationStep.Rule, changes: [String: String?]) throws {
    let fixture = try TokenFixture()
    let verification = fixture.verify(try fixture.token(changes))
    #expect(!verification.isValid)
    #expect(verification.failed?.rule == rule)
    let at = try #require(VerificationStep.Rule.allCases.firstIndex(of: rule))
    for (index, step) in verification.steps.enumerated() where index != at {
      #expect(step.status == (index < at ? .passed : .notReached), "\(step.rule)")
    }
    #expect(verification.lines(at: TokenFixture.now).contains("refused: \(rule.rawValue)"))
  }

  @Test("form, algorithm, key and signature have rules of their own (FR-05, A16)")
  func firstRules() throws {
    let fixture = try TokenFixture()
    #expect(fixture.verify("a.b").failed?.rule == .form)
    #expect(fixture.verify("").failed?.rule == .form)
    #expect(fixture.verify(try fixture.token(header: #"{"alg":"RS256"}"#)).failed?.rule == .form)
    #expect(
      fixture.verify(try fixture.token(header: #"{"alg":"none","kid":"KEYONE"}"#)).failed?.rule == .algorithm)
    let unknown = fixture.verify(try fixture.token(header: #"{"alg":"RS256","kid":"OLD"}"#))
    #expect(unknown.failed?.rule == .key)
    #expect(unknown.failed?.explanation.contains("KEYONE") == true)
    #expect(fixture.verify(try fixture.token(key: fixture.foreign)).failed?.rule == .signature)
  }

  @Test("hints tell the usual mistakes apart (FR-06)")
  func hints() throws {
    let fixture = try TokenFixture()
    let web = fixture.verify(try fixture.token(["nonce": #""\#(TokenFixture.rawNonce)""#]))
    #expect(web.failed?.explanation.contains("--web-nonce") == true)
    let ours = fixture.verify(try fixture.token(["iss": #""https://securetoken.google.com/x""#]))
    #expect(ours.failed?.explanation.contains("session") == true)
    let audience = fixture.verify(try fixture.token(["aud": #""com.example.web""#]))
    #expect(audience.failed?.explanation.contains("Services ID") == true)
  }

  @Test("no explanation repeats the token or its nonce, and none moves the cursor")
  func nothingLeaks() throws {
    let fixture = try TokenFixture()
    let token = try fixture.token(["iss": #""evil\u001b[2J\u0007\n""#])
    let text = fixture.verify(token).lines(at: TokenFixture.now).joined()
    #expect(!text.contains(token))
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test("what was not given is skipped, said so, and not called checked")
  func skipped() throws {
    let fixture = try TokenFixture()
    let verification = fixture.verify(
      try fixture.token(), TokenFixture.expectation(clientIDs: [], rawNonce: nil))
    #expect(verification.isValid)
    #expect(verification.steps.filter { $0.status == .skipped }.map(\.rule) == [.audience, .nonce])
    #expect(verification.lines(at: TokenFixture.now).contains("valid, but not checked: audience, nonce"))
  }

  @Test("code, access token and age are judged when they are given, and have rules of their own")
  func hashesAndAge() throws {
    let fixture = try TokenFixture()
    let token = try fixture.token([
      "c_hash": #""\#(Self.half("code-1"))""#, "at_hash": #""\#(Self.half("access-1"))""#,
      "auth_time": "1799999000",
    ])
    var expected = TokenFixture.expectation()
    #expect(fixture.verify(token, expected).steps.map(\.rule).suffix(1) == [.nonce])
    expected.code = "code-2"
    #expect(fixture.verify(token, expected).failed?.rule == .hashes)
    expected.code = "code-1"
    expected.accessToken = "access-2"
    #expect(fixture.verify(token, expected).failed?.rule == .hashes)
    expected.accessToken = "access-1"
    expected.maximumAge = .seconds(300)
    #expect(fixture.verify(token, expected).failed?.rule == .age)
    expected.maximumAge = .seconds(3600)
    #expect(fixture.verify(token, expected).isValid)
    let bare = fixture.verify(try fixture.token(), expected)
    #expect(bare.failed?.rule == .age)
    expected.maximumAge = nil
    #expect(fixture.verify(try fixture.token(), expected).steps.last?.status == .skipped)
  }

  private static func half(_ text: String) -> String {
    Base64URL.encode(Array(SHA256.digest(utf8: text).bytes.prefix(16)))
  }

  @Test("a good token passes every step, natively and on the web, also as JSON")
  func good() throws {
    let fixture = try TokenFixture()
    let native = fixture.verify(try fixture.token())
    #expect(native.isValid)
    #expect(native.steps.allSatisfy { $0.status == .passed })
    #expect(try JSONText.line(native).contains(#""valid":true"#))
    let web = fixture.verify(
      try fixture.token(["nonce": #""n-1""#]), TokenFixture.expectation(rawNonce: nil, webNonce: "n-1"))
    #expect(web.isValid)
  }
}

@Suite("bramley token inspect")
struct TokenInspectionTests {
  @Test(
    "what is no token is refused with a sentence that helps",
    arguments: [
      ("", "empty"), ("{}", "JSON"), ("a.b.c.d.e", "encrypted"), ("eyJhbGciOiJ…", "shortened"),
      ("abc", "three parts"),
    ])
  func unreadable(token: String, word: String) {
    do throws(TokenInspection.Unreadable) {
      _ = try TokenInspection(token)
      Issue.record("It was read.")
    } catch {
      #expect(error.description.contains(word))
    }
  }

  @Test("every member is shown, times as dates, and nothing is called proven")
  func shown() throws {
    let fixture = try TokenFixture()
    let lines = try TokenInspection(fixture.token(["odd": #"{"a":[1,null,true]}"#])).lines(
      at: TokenFixture.now)
    let text = lines.joined(separator: "\n")
    #expect(text.contains("was not checked"))
    #expect(text.contains("2027-01-15T07:59:50Z, 10 seconds ago"))
    #expect(text.contains(#"odd"#) && text.contains(#"{"a":[1,null,true]}"#))
    #expect(text.contains("256 bytes"))
  }

  @Test("a time in milliseconds is told apart from a date")
  func milliseconds() {
    #expect(ClaimGlossary(now: TokenFixture.now).instant(1_800_000_000_000).contains("milliseconds"))
  }
}
