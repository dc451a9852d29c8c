import AppleIdentity
import BramleyCrypto
import FoundationEssentials
import Testing

@Suite("Identity token: claims")
struct ClaimTests {
  typealias Apple = AppleFixture

  @Test(
    "an issuer other than Apple's is refused, exactly compared: A02, FR-03",
    arguments: [
      "https://evil.example", "https://appleid.apple.com/", "https://APPLEID.apple.com", "appleid.apple.com",
      "http://appleid.apple.com", "https://account.apple.com", "",
    ])
  func issuer(text: String) {
    let error = refusal(Apple.token(["iss": #""\#(text)""#]))
    #expect(error?.code == .issuer)
    #expect(error?.expected == "https://appleid.apple.com")
    #expect(error?.received == text)
  }

  @Test(
    "an issuer that is not a string is malformed: A07",
    arguments: [
      #"["https://evil.example","https://appleid.apple.com"]"#, #"["https://appleid.apple.com"]"#, "1",
      "null", "{}", nil,
    ])
  func issuerType(text: String?) {
    #expect(refusal(Apple.token(["iss": text]))?.code == .malformed)
  }

  @Test("the other name of Apple's issuer passes behind its switch, as the same issuer: FR-03, R22")
  func issuerAlias() throws {
    var policy = Apple.verifier.policy
    policy.issuers = .appleWithAccountAlias
    let verifier = AppleIdentityTokenVerifier(policy: policy)
    for issuer in ["https://account.apple.com", "https://appleid.apple.com"] {
      let verified = try verifier.verify(
        Apple.token(["iss": #""\#(issuer)""#]), keys: Apple.keys, nonce: .hashed(of: Apple.rawNonce),
        at: Apple.now)
      #expect(verified.canonicalIssuer == "https://appleid.apple.com")
    }
  }

  @Test(
    "an audience that is not one of ours, whole and exact, is refused: A03, A04, FR-29",
    arguments: [
      "com.example.ap", "com.example.app2", "com.example", "COM.EXAMPLE.APP",
      "com.example.app,com.example.web",
      "com.example.app ", "",
    ])
  func audience(text: String) {
    let error = refusal(Apple.token(["aud": #""\#(text)""#]))
    #expect(error?.code == .audience)
    #expect(error?.expected == "com.example.app, com.example.web")
    #expect(error?.received == text)
  }

  @Test(
    "an audience of several, none or no strings is malformed: A04",
    arguments: [#"["com.example.app","com.other"]"#, "[]", "[1]", "1", "{}", "null", nil])
  func audienceType(text: String?) {
    #expect(refusal(Apple.token(["aud": text]))?.code == .malformed)
  }

  @Test(
    "a bundle id and a Services ID are both accepted, also as a list of one: FR-02",
    arguments: [
      (#""com.example.app""#, "com.example.app" as ClientID), (#""com.example.web""#, "com.example.web"),
      (#"["com.example.web"]"#, "com.example.web"),
    ])
  func audiences(text: String, id: ClientID) throws {
    #expect(try accepted(Apple.token(["aud": text])).claims.audience == id)
  }

  @Test("a token is good until just before its expiry, and leeway moves that second")
  func expiry() {
    let end = Apple.now.addingTimeInterval(86_390)
    #expect(refusal(Apple.token(), at: end.addingTimeInterval(-0.001)) == nil)
    #expect(refusal(Apple.token(), at: end)?.code == .expired)
    var policy = Apple.verifier.policy
    policy.leeway = .seconds(600)
    let lenient = AppleIdentityTokenVerifier(policy: policy)
    // More than 60 s of leeway is never given.
    #expect(refusal(Apple.token(), verifier: lenient, at: end.addingTimeInterval(59.9)) == nil)
    #expect(refusal(Apple.token(), verifier: lenient, at: end.addingTimeInterval(60))?.code == .expired)
  }

  @Test("a fraction of a second before the time of issue passes, two seconds do not: FR-48")
  func issuedAt() {
    let issued = Apple.now.addingTimeInterval(-10)
    #expect(refusal(Apple.token(), at: issued.addingTimeInterval(-0.2)) == nil)
    #expect(refusal(Apple.token(), at: issued.addingTimeInterval(-2))?.code == .issuedInFuture)
  }

  @Test("a token before its `nbf` is refused")
  func notBefore() {
    #expect(refusal(Apple.token(["nbf": "\(Apple.nowInSeconds + 5)"]))?.code == .notYetValid)
    #expect(refusal(Apple.token(["nbf": "\(Apple.nowInSeconds)"])) == nil)
  }

  @Test(
    "times that are missing, text or beyond the calendar are malformed",
    arguments: ["iat", "exp"], [nil, #""1800000000""#, "null", "true", "1e300", "-1e300", "[]"] as [String?])
  func times(name: String, value: String?) {
    #expect(refusal(Apple.token([name: value]))?.code == .malformed)
  }

  @Test(
    "a subject that is missing, empty, giant or no string is malformed",
    arguments: [
      nil, #""""#, "1", "null", "\"" + String(repeating: "s", count: 256) + "\"",
    ])
  func subject(value: String?) {
    #expect(refusal(Apple.token(["sub": value]))?.code == .malformed)
  }

  @Test("claims that stand twice are malformed, also in another spelling: R12")
  func duplicates() {
    for extra in [#""sub":"victim""#, #""su\u0062":"victim""#] {
      let claims = String(Apple.claims().dropLast()) + "," + extra + "}"
      #expect(refusal(Apple.token(claims))?.code == .malformed)
    }
  }

  @Test(
    "flags in any form never stop a sign-in; only true and \"true\" mean yes: FR-26, FR-27",
    arguments: [
      ("true", true), (#""true""#, true), ("false", false), (#""false""#, false), (#""FALSE""#, false),
      (#""TRUE""#, false), ("1", false), ("0", false), ("null", false), (#""""#, false), ("[]", false),
      ("{}", false), (nil, false),
    ] as [(String?, Bool)])
  func flags(value: String?, expected: Bool) throws {
    let claims = try accepted(Apple.token(["email_verified": value, "is_private_email": value])).claims
    #expect(claims.isEmailVerified == expected)
    #expect(claims.isPrivateEmail == expected)
  }

  @Test(
    "an absent, empty or odd address is none: FR-28",
    arguments: [nil, "null", #""""#, "1", "[]"] as [String?])
  func email(value: String?) throws {
    #expect(try accepted(Apple.token(["email": value])).claims.email == nil)
  }

  @Test("every claim of Apple's list arrives as a typed value, and unknown ones are ignored")
  func allClaims() throws {
    let verified = try accepted(
      Apple.token([
        "is_private_email": "true", "real_user_status": "2", "c_hash": #""abc""#, "at_hash": #""def""#,
        "transfer_sub": #""transfer""#, "org_id": #""org""#, "scopes": #""edu.users.read""#,
        "something_new": #"{"a":[1]}"#,
      ]))
    let claims = verified.claims
    #expect(claims.issuer == "https://appleid.apple.com")
    #expect(claims.subject == Apple.subject)
    #expect(claims.issuedAt == Apple.now.addingTimeInterval(-10))
    #expect(claims.expiresAt == Apple.now.addingTimeInterval(86_390))
    #expect(claims.authenticatedAt == Apple.now.addingTimeInterval(-11))
    #expect(claims.nonce == Apple.rawNonce.hashed)
    #expect(claims.isNonceSupported)
    #expect(claims.email == "ada@example.com")
    #expect(claims.isEmailVerified && claims.isPrivateEmail)
    #expect(claims.realUserStatus == .likelyReal)
    #expect(claims.codeHash == "abc" && claims.accessTokenHash == "def")
    #expect(claims.transferSubject == "transfer" && claims.organizationID == "org")
    #expect(claims.scopes == "edu.users.read")
    #expect(claims.notBefore == nil)
    #expect(verified.hasMatchedNonce)
  }

  @Test(
    "real-user status is a number or none",
    arguments: [
      ("0", RealUserStatus.unsupported), ("1", .unknown), (#""2""#, .likelyReal),
      ("7", RealUserStatus(rawValue: 7)),
      ("1.5", nil), ("1e300", nil), (#""x""#, nil), (#""inf""#, nil), ("null", nil), ("{}", nil), (nil, nil),
    ] as [(String?, RealUserStatus?)])
  func realUser(value: String?, expected: RealUserStatus?) throws {
    #expect(try accepted(Apple.token(["real_user_status": value])).claims.realUserStatus == expected)
  }

  @Test("two tokens have two digests to be remembered by, one token has one: R13")
  func digest() throws {
    let token = Apple.token()
    let other = Apple.token(["iat": "\(Apple.nowInSeconds - 9)"])
    #expect(try accepted(token).signingInputDigest == accepted(token).signingInputDigest)
    #expect(try accepted(token).signingInputDigest != accepted(other).signingInputDigest)
  }

  @Test("a long or broken claim is shortened and cleaned before it reaches a log")
  func logForms() {
    let long = String(repeating: "x", count: 500)
    #expect(
      refusal(Apple.token(["aud": "\"a\\n\(long)\""]))?.received == "a" + String(repeating: "x", count: 119))
  }
}
