import AppleIdentity
import BramleyCrypto
import Testing

@Suite("Identity token: code, access token and age")
struct BindingTests {
  typealias Apple = AppleFixture

  static func hash(_ value: String) -> String {
    Base64URL.encode(Array(SHA256.digest(utf8: value).bytes.prefix(16)))
  }

  @Test("a code or access token that belongs to another token is refused: R17")
  func foreign() {
    let token = Apple.token(["c_hash": #""\#(Self.hash("code"))""#, "at_hash": #""\#(Self.hash("access"))""#])
    #expect(refusal(token, code: "other")?.code == .codeHash)
    #expect(refusal(token, code: "")?.code == .codeHash)
    #expect(refusal(token, code: "code", accessToken: "other")?.code == .accessTokenHash)
    #expect(refusal(token, code: "code", accessToken: "access") == nil)
    #expect(refusal(token) == nil)
  }

  @Test("a token without the hash says nothing about the code")
  func absent() {
    #expect(refusal(Apple.token(), code: "code", accessToken: "access") == nil)
  }

  @Test("a hash that is not a string is malformed", arguments: ["c_hash", "at_hash"])
  func type(name: String) {
    #expect(refusal(Apple.token([name: "1"]))?.code == .malformed)
    #expect(refusal(Apple.token([name: #""short""#]), code: "code", accessToken: "access") != nil)
  }

  @Test("the age of the sign-in is judged by `auth_time`, where one is asked for")
  func age() {
    let token = Apple.token()
    #expect(refusal(token, maximumAge: .seconds(12)) == nil)
    #expect(refusal(token, maximumAge: .seconds(11))?.code == .authenticationTooOld)
    #expect(refusal(token, maximumAge: .zero)?.code == .authenticationTooOld)
    let silent = Apple.token(["auth_time": nil as String?])
    #expect(refusal(silent) == nil)
    #expect(refusal(silent, maximumAge: .seconds(300))?.code == .authenticationTimeMissing)
    #expect(refusal(Apple.token(["auth_time": #""now""#]))?.code == .malformed)
  }

  @Test("the first rule that fails is the error: signature, issuer, audience, times, nonce, hashes: FR-29")
  func order() {
    var changes: [String: String?] = [
      "iss": #""https://evil.example""#, "aud": #""other""#, "exp": "1", "nonce": #""other""#,
      "c_hash": #""x""#,
    ]
    #expect(refusal(Apple.token(Apple.claims(changes), key: Apple.foreign))?.code == .signature)
    let steps: [(String, IdentityTokenError.Code)] = [
      ("iss", .issuer), ("aud", .audience), ("exp", .expired), ("nonce", .nonceMismatch),
      ("c_hash", .codeHash),
    ]
    for (name, code) in steps {
      #expect(refusal(Apple.token(Apple.claims(changes)), code: "code")?.code == code)
      changes[name] = nil
    }
    #expect(refusal(Apple.token(Apple.claims(changes)), code: "code") == nil)
  }

  @Test("an error says rule, sentence, expected and received, and two are equal by their rule")
  func errors() throws {
    let first = try #require(refusal(Apple.token(["aud": #""other""#])))
    let second = try #require(refusal(Apple.token(["aud": #""another""#])))
    #expect(first == second)
    #expect(first.description.hasPrefix("audience: "))
    #expect(first.description.hasSuffix("Expected: com.example.app, com.example.web. Received: other."))
    #expect(first != refusal(Apple.token(["iss": #""x""#])))
  }
}
