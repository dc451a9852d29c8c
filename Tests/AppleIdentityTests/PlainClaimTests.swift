import BramleyJOSE
import FoundationEssentials
import Testing

@testable import AppleIdentity

/// The usual form of claims is read without a decoder; both must say the same of the same text.
@Suite("Identity token: claims read without a decoder")
struct PlainClaimTests {
  private static let usual: [String: String] = [
    "iss": #""https://appleid.apple.com""#, "sub": #""001234.abc.0123""#, "aud": #""com.example.app""#,
    "iat": "1800000000", "exp": "1800086400", "nonce": #""n""#, "nonce_supported": "true",
    "email": #""a@example.com""#, "email_verified": #""true""#, "is_private_email": #""false""#,
    "real_user_status": "2", "auth_time": "1800000000", "c_hash": #""c""#, "at_hash": #""t""#,
    "transfer_sub": #""s""#, "org_id": #""o""#, "scopes": #""x""#, "nbf": "1799999999",
  ]

  private static func text(_ changes: [String: String?]) -> [UInt8] {
    var claims = usual
    for (name, value) in changes { claims[name] = value }
    return Array(("{" + claims.map { #""\#($0)":\#($1)"# }.joined(separator: ",") + "}").utf8)
  }

  private static let values: [String?] = [
    nil, "null", "true", "false", "0", "1", "-1", "1.5", "1e3", "253402300800", "999999999999999999",
    "9223372036854775808", #""""#, #""true""#, #""TRUE""#, #""1""#, #""2.0""#, #""com.example.app""#,
    #""a\u0062c""#, #"["com.example.app"]"#, #"["a","b"]"#, "[]", "{}", #"{"true":true}"#,
  ]

  @Test(
    "whatever a claim is, it is read as the decoder reads it, or left to the decoder",
    arguments: usual.keys.sorted())
  func same(claim: String) throws {
    var readDirectly = 0
    for value in Self.values {
      let text = Self.text([claim: value])
      guard let plain = AppleIdentityToken(plain: try JSONObject(text)) else { continue }
      readDirectly += 1
      let decoded = try JSONDecoder().decode(AppleIdentityToken.self, from: Data(text))
      #expect(String(reflecting: plain) == String(reflecting: decoded), "\(claim): \(value ?? "absent")")
    }
    #expect(readDirectly > 0)
  }

  @Test("the usual claims need no decoder")
  func usualForm() throws {
    let claims = try #require(AppleIdentityToken(plain: try JSONObject(Self.text([:]))))
    #expect(claims.subject.rawValue == "001234.abc.0123")
    #expect(claims.isEmailVerified)
    #expect(!claims.isPrivateEmail)
  }

  @Test(
    "a claim that decides and is not as usual is the decoder's to refuse: A07",
    arguments: [
      "iss": "1", "sub": #""""#, "aud": #"["a","b"]"#, "iat": "null", "exp": #""1800086400""#, "nbf": "{}",
      "nonce": "1", "c_hash": "[]",
    ])
  func refused(claim: String, value: String) throws {
    let text = Self.text([claim: value])
    #expect(AppleIdentityToken(plain: try JSONObject(text)) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(AppleIdentityToken.self, from: Data(text))
    }
  }
}
