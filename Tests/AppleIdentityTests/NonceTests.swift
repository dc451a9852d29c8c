import AppleIdentity
import BramleyCrypto
import Testing

@Suite("Identity token: nonce")
struct NonceTests {
  typealias Apple = AppleFixture

  static let relaxed = AppleIdentityTokenVerifier(
    policy: IdentityTokenPolicy(clientIDs: AppleFixture.clientIDs, requiresNonce: false))

  @Test("a raw nonce that differs, by a letter or its case, is refused: R14")
  func mismatch() {
    for raw in ["0123456789abcdefghijklmnopqrstuV", "0123456789abcdefghijklmnopqrstu", "x"] {
      #expect(refusal(Apple.token(), nonce: .hashed(of: RawNonce(raw)))?.code == .nonceMismatch)
    }
  }

  @Test("the claim of a stolen token does not pass as its own raw nonce: R14")
  func stolen() {
    let claim = Apple.rawNonce.hashed
    #expect(refusal(Apple.token(), nonce: .hashed(of: RawNonce(claim)))?.code == .nonceMismatch)
  }

  @Test("a token with nonce and a request without, or with an empty one, is its own case: FR-08, R14")
  func missingInRequest() {
    for verifier in [Apple.verifier, Self.relaxed] {
      for nonce in [NonceExpectation.missingInRequest, .hashed(of: RawNonce("")), .verbatim("")] {
        #expect(refusal(Apple.token(), verifier: verifier, nonce: nonce)?.code == .nonceMissingInRequest)
      }
    }
  }

  @Test(
    "a request with nonce and a token without is refused: FR-07, R14",
    arguments: [nil, "null", #""""#] as [String?])
  func missingInToken(value: String?) {
    let token = Apple.token(["nonce": value])
    #expect(refusal(token)?.code == .nonceMissingInToken)
    #expect(refusal(token, verifier: Self.relaxed)?.code == .nonceMissingInToken)
    #expect(refusal(token, nonce: .verbatim("state"))?.code == .nonceMissingInToken)
  }

  @Test("no nonce on either side is refused where one is required, with the lines to add: R14")
  func required() {
    let token = Apple.token(["nonce": nil as String?])
    let error = refusal(token, nonce: .missingInRequest)
    #expect(error?.code == .nonceMissingInToken)
    #expect(error?.message.contains("request.nonce") == true)
    #expect(refusal(token, verifier: Self.relaxed, nonce: .missingInRequest) == nil)
  }

  @Test("a platform without nonces passes only where none is required")
  func unsupported() {
    for flag in ["false", nil] as [String?] {
      let token = Apple.token(["nonce": nil as String?, "nonce_supported": flag])
      #expect(refusal(token)?.code == .nonceMissingInToken)
      #expect(refusal(token, verifier: Self.relaxed) == nil)
    }
  }

  @Test("the right digest in another spelling gets a hint that names the form: FR-06")
  func spelling() {
    let digest = SHA256.digest(utf8: Apple.rawNonce.reveal()).bytes
    let standard = Base64.encode(digest)
    for text in [
      standard, String(standard.dropLast()), Base64URL.encode(digest), Base64URL.encode(digest) + "=",
      Hex.encode(digest).uppercased(),
    ] {
      let error = refusal(Apple.token(["nonce": #""\#(text)""#]))
      #expect(error?.code == .nonceSpelling)
      #expect(error?.message.contains("64 lower-case hex digits") == true)
      #expect(error?.description.contains(text) == false)
    }
  }

  @Test("a nonce that our server made is compared as it is, and only there")
  func verbatim() throws {
    let token = Apple.token(["nonce": #""n-0S6_WzA2Mj""#])
    #expect(try accepted(token, nonce: .verbatim("n-0S6_WzA2Mj")).hasMatchedNonce)
    #expect(refusal(token, nonce: .verbatim("n-0S6_WzA2MJ"))?.code == .nonceMismatch)
    #expect(refusal(token, nonce: .hashed(of: RawNonce("n-0S6_WzA2Mj")))?.code == .nonceMismatch)
  }

  @Test("a nonce that is not a string is malformed", arguments: ["1", "[]", "{}", "true"])
  func type(value: String) {
    #expect(refusal(Apple.token(["nonce": value]))?.code == .malformed)
  }

  @Test("a token from Apple's own endpoint passes with or without nonce")
  func notRequired() throws {
    #expect(try !accepted(Apple.token(), nonce: .notRequired).hasMatchedNonce)
    #expect(refusal(Apple.token(["nonce": nil as String?]), nonce: .notRequired) == nil)
  }

  /// Gives the bytes 0, 1, 2 and so on, over and over.
  struct CountingSource: RandomSource {
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 % 256) } }
  }

  @Test("a raw nonce has 64 characters, each as likely as any other, and bounded length")
  func random() {
    let all = RawNonce.random(length: 128, using: CountingSource()).reveal()
    #expect(all.prefix(64) == "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    #expect(all.suffix(64) == all.prefix(64))
    #expect(RawNonce.random().reveal().count == 32)
    #expect(RawNonce.random(length: 3).reveal().count == 22)
    #expect(RawNonce.random(length: 1000).reveal().count == 128)
    #expect(RawNonce.random() != RawNonce.random())
    #expect(RawNonce("abc").hashed == SHA256.digest(utf8: "abc").hex)
  }
}
