import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

/// Plain bodies are read without a decoder; both must say the same of the same text.
@Suite("Bodies read without a decoder")
struct PlainBodyTests {
  private static let bounds = JSONBody(limit: 1 << 16, takesEmpty: true)

  private static let values = [
    "null", "true", "false", "0", "-0", "17", "-17", "1.5", "1e2", "999999999999999999",
    "1234567890123456789",
    "9223372036854775808", #""""#, #""text""#, #""a\/b\u0026c""#, #""é🙂""#, #""1""#, "[]", "{}", #"["a"]"#,
    #"{"kind":"k"}"#,
  ]

  private static let names = [
    "requestUri", "request_uri", "postBody", "post_body", "returnIdpCredential", "return_idp_credential",
    "idToken", "id_token", "autoCreate", "auto_create", "pendingToken", "sessionId", "consent", "tenantId",
    "tenant_id", "targetProjectId", "grantType", "refresh_token", "unknown",
  ]

  /// Texts that a decoder refuses, or that are its business because they are no plain object.
  private static let odd = [
    "", " ", "[]", "1", "null", "{", #"{"postBody":"a""#, #"{"postBody":"a"}x"#,
    #"{"postBody":"a","postBody":"b"}"#, #"{"postBody":"a",}"#, #"{"postBody":"\ud800"}"#,
    "{\"postBody\":\"\u{1}\"}", "\u{feff}{}", "{\"a\u{0}\":1}",
  ]

  /// Spellings of plain objects that no SDK sends.
  private static let unusual = ["{}", " { } ", #"{"post\u0042ody":"a"}"#]

  /// What is read, or nil where it is refused.
  private func same<Request: WireRequest>(_ type: Request.Type, _ text: String) -> Bool {
    let body = Array(text.utf8)
    guard let plain = WireBody<Request>(plain: body, bounds: Self.bounds) else { return false }
    let decoded = try? Self.bounds.decode(WireBody<Request>.self, from: body)
    #expect(decoded.map { String(reflecting: $0) } == String(reflecting: plain), "\(text)")
    return true
  }

  @Test("a body that is read directly is read as the decoder reads it", arguments: names)
  func member(name: String) {
    var readDirectly = 0
    for value in Self.values {
      for rest in ["", #","requestUri":"http://localhost""#, #","other_name":1"#] where name != "requestUri" {
        let text = #"{"\#(name)":\#(value)\#(rest)}"#
        if same(SignInWithIdPRequest.self, text) { readDirectly += 1 }
        if same(TokenRequest.self, text) { readDirectly += 1 }
      }
    }
    #expect(readDirectly > 0 || name == "requestUri")
  }

  @Test("what is no plain object is left to the decoder", arguments: odd)
  func left(text: String) {
    #expect(WireBody<SignInWithIdPRequest>(plain: Array(text.utf8), bounds: Self.bounds) == nil)
  }

  @Test("a plain object is read directly, however it is spelt", arguments: unusual)
  func spelling(text: String) {
    #expect(same(SignInWithIdPRequest.self, text))
  }

  @Test("lists, objects, repeated names and more members than a body has are left to the decoder")
  func notPlain() {
    let many = "{" + (0..<65).map { #""m\#($0)":1"# }.joined(separator: ",") + "}"
    for text in [#"{"consent":{}}"#, #"{"a":[]}"#, #"{"postBody":"a","postBody":"b"}"#, many] {
      #expect(WireBody<SignInWithIdPRequest>(plain: Array(text.utf8), bounds: Self.bounds) == nil)
    }
    let long = #"{"postBody":""# + String(repeating: "x", count: 1 << 16) + #""}"#
    #expect(WireBody<SignInWithIdPRequest>(plain: Array(long.utf8), bounds: Self.bounds) == nil)
  }

  @Test("what SDKs send needs no decoder")
  func usual() {
    let text =
      #"{"requestUri":"http:\/\/localhost","postBody":"id_token=a.b.c&providerId=apple.com","returnIdpCredential":true,"autoCreate":true,"tenantId":null}"#
    #expect(same(SignInWithIdPRequest.self, text))
  }
}
