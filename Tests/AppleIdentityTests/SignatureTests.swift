import AppleIdentity
import BramleyCrypto
import BramleyJOSE
import Testing

@Suite("Identity token: signature and shape")
struct SignatureTests {
  typealias Apple = AppleFixture

  @Test("a token signed by another key is refused, whatever its claims: A05, FR-04")
  func foreignKey() {
    #expect(refusal(Apple.token(Apple.claims(), key: Apple.foreign))?.code == .signature)
  }

  @Test("a token with one byte of its claims changed is refused: FR-04")
  func changedClaims() {
    let parts = Apple.token().split(separator: ".").map(String.init)
    let forged = Base64URL.encode(Array(Apple.claims(["sub": #""other""#]).utf8))
    #expect(refusal("\(parts[0]).\(forged).\(parts[2])")?.code == .signature)
  }

  @Test("a token without a signature is refused: A05, A06, A40")
  func unsigned() {
    let parts = Apple.token().split(separator: ".").map(String.init)
    #expect(refusal("\(parts[0]).\(parts[1]).")?.code == .signature)
    let header = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
    #expect(refusal("\(header).\(parts[1]).")?.code == .algorithm)
  }

  @Test(
    "an algorithm other than Apple's is refused before any key work: A06, A08, A10, A12, A18, FR-05",
    arguments: ["none", "HS256", "RS512", "RS384", "PS256", "ES256", "rs256"])
  func algorithm(name: String) {
    let token = Apple.token(Apple.claims(), header: #"{"kid":"SECONDKEY2","alg":"\#(name)"}"#)
    #expect(refusal(token)?.code == .algorithm)
    #expect(refusal(token)?.expected == "RS256")
  }

  @Test("HMAC over the published key's text does not pass: A08, A09, A10, A11, A18")
  func hmacOverPublicKey() throws {
    for secret in [Apple.keySetJSON, Apple.second.publicKey.modulus] {
      let input = [#"{"kid":"SECONDKEY2","alg":"HS256"}"#, Apple.claims()]
        .map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
      let code = try HMACKey(Secret(bytes: secret)).authenticationCode(for: Array(input.utf8))
      #expect(refusal(input + "." + Base64URL.encode(code))?.code == .algorithm)
    }
  }

  @Test("a token that brings its own key is refused: A13, A39")
  func ownKey() {
    let n = Base64URL.encode(Apple.foreign.publicKey.modulus)
    let expected: [(header: String, code: IdentityTokenError.Code)] = [
      (#"{"alg":"RS256","jwk":{"kty":"RSA","n":"\#(n)","e":"AQAB"}}"#, .malformed),
      (#"{"alg":"RS256","kid":"mine","jku":"https://evil.example/keys"}"#, .unknownKeyID),
      (#"{"alg":"RS256","kid":"mine","x5u":"http://169.254.169.254/"}"#, .unknownKeyID),
    ]
    for (header, code) in expected {
      #expect(refusal(Apple.token(Apple.claims(), key: Apple.foreign, header: header))?.code == code)
    }
    let known = #"{"alg":"RS256","kid":"SECONDKEY2","jwk":{"kty":"RSA","n":"\#(n)","e":"AQAB"}}"#
    #expect(refusal(Apple.token(Apple.claims(), key: Apple.foreign, header: known))?.code == .signature)
  }

  @Test("the key is chosen by its id, first or second: FR-01")
  func keyByID() throws {
    _ = try accepted(Apple.token())
    _ = try accepted(
      Apple.token(Apple.claims(), key: Apple.first, header: #"{"kid":"FIRSTKEY01","alg":"RS256"}"#))
    let swapped = Apple.token(Apple.claims(), header: #"{"kid":"FIRSTKEY01","alg":"RS256"}"#)
    #expect(refusal(swapped)?.code == .signature)
  }

  @Test(
    "a made-up key id is told apart, so that the keys can be fetched anew, and is never a path or a query: A17",
    arguments: ["../../dev/null", "x' UNION SELECT 'k", "http://evil.example", "secondkey2", ""])
  func unknownKeyID(id: String) {
    let token = Apple.token(Apple.claims(), header: #"{"kid":"\#(id)","alg":"RS256"}"#)
    #expect(refusal(token)?.code == .unknownKeyID)
  }

  @Test(
    "a header with an extension, a wrong type or a giant key id is malformed: A14, A17",
    arguments: [
      #"{"kid":"SECONDKEY2","alg":"RS256","crit":["x-policy"],"x-policy":1}"#,
      #"{"kid":"SECONDKEY2","alg":"RS256","crit":[]}"#, #"{"kid":"SECONDKEY2","alg":"RS256","b64":false}"#,
      #"{"kid":"SECONDKEY2","alg":"RS256","b64":true}"#, #"{"kid":["SECONDKEY2"],"alg":"RS256"}"#,
      #"{"kid":"SECONDKEY2","alg":["RS256"]}"#, #"{"kid":"SECONDKEY2"}"#, #"{"alg":"RS256"}"#, "[]",
      #"{"kid":"SECONDKEY2","alg":"RS256","alg":"RS256"}"#,
      #"{"kid":"SECONDKEY2","kid":"FIRSTKEY01","alg":"RS256"}"#,
      "{\"alg\":\"RS256\",\"kid\":\"SECONDKEY2\"}x",
      #"{"kid":"\#(String(repeating: "k", count: 257))","alg":"RS256"}"#,
    ])
  func header(text: String) {
    #expect(refusal(Apple.token(Apple.claims(), header: text))?.code == .malformed)
  }

  @Test(
    "text that is no token is malformed, a million dots at once: A16",
    arguments: [
      "", ".", "..", "...", "a.b", "a.b.c.d", "not a token", String(repeating: ".", count: 1_000_000),
      String(repeating: "a", count: 1_000_000), "eyJhbGciOiJSUzI1NiJ9..", "{}",
    ])
  func shape(text: String) {
    #expect(refusal(text)?.code == .malformed)
  }

  @Test("a respelled signature, header or payload is refused: R12, R13")
  func respelled() throws {
    let token = Apple.token()
    _ = try accepted(token)
    let parts = token.split(separator: ".").map(String.init)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = try #require(parts[2].last.flatMap { alphabet.firstIndex(of: $0) })
    // 256 bytes leave four spare bits in the last character; each of them gives another spelling.
    for bit in [1, 2, 4, 8] {
      let respelled = String(parts[2].dropLast()) + String(alphabet[last ^ bit])
      #expect(refusal("\(parts[0]).\(parts[1]).\(respelled)")?.code == .malformed)
    }
    for tail in ["=", "==", "\n", " ", "%3D", "A"] { #expect(refusal(token + tail) != nil) }
    #expect(refusal(token.replacing("-", with: "+").replacing("_", with: "/")) != nil)
    #expect(refusal("\(parts[0])=.\(parts[1]).\(parts[2])")?.code == .malformed)
  }

  @Test("deep or giant claims are refused, signed or not: R12")
  func deepClaims() {
    let nested = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    #expect(refusal(Apple.token(["x": nested]))?.code == .malformed)
    #expect(
      refusal(Apple.token(["x": String(repeating: "[", count: 17) + String(repeating: "]", count: 17)]))?.code
        == .malformed)
    #expect(
      refusal(Apple.token(["x": "\"" + String(repeating: "x", count: 17_000) + "\""]))?.code == .malformed)
  }

  @Test("a refusal never holds the token or its parts")
  func silentErrors() {
    let token = Apple.token(Apple.claims(), key: Apple.foreign)
    let text = refusal(token)?.description ?? ""
    #expect(!text.isEmpty)
    for part in token.split(separator: ".") { #expect(!text.contains(part)) }
  }
}
