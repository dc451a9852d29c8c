import AppleIdentity
import BramleyCrypto
import BramleyJOSE
import Testing

@Suite("Apple's key set")
struct KeySetTests {
  typealias Apple = AppleFixture

  static func code(_ json: String) -> String? {
    do throws(AppleKeySetError) {
      _ = try AppleKeySet(json: Array(json.utf8))
      return nil
    } catch {
      return error.code
    }
  }

  static func key(_ id: String, _ n: [UInt8] = Apple.first.publicKey.modulus) -> String {
    #"{"kty":"RSA","kid":"\#(id)","use":"sig","alg":"RS256","n":"\#(Base64URL.encode(n))","e":"AQAB"}"#
  }

  static func set(_ keys: [String]) -> String { #"{"keys":[\#(keys.joined(separator: ","))]}"# }

  static let nested = #"{"keys":["# + String(repeating: "[", count: 10_000) + "]}"
  static let crowded: String = {
    let members = (0..<10_000).map { "\"\($0)\":0" }
    return "{" + members.joined(separator: ",") + "}"
  }()

  @Test(
    "an answer that is no key set is refused and says why",
    arguments: [
      ("", "invalid_json"), ("<html>", "invalid_json"), ("[]", "invalid_json"), ("{}", "invalid_claims"),
      (#"{"keys":{}}"#, "invalid_claims"), (#"{"keys":[]}"#, "no_usable_key"),
      (#"{"keys":[],"keys":[]}"#, "duplicate_member"),
      (set([key("a"), key("a")]), "duplicate_key_id"),
      (set((0..<1000).map { key("\($0)") }), "too_many_keys"),
      (set([key("a"), #"{"kty":"oct","kid":"b","k":"AAAA"}"#]), "mixed_key_set"),
      (set([key("a", [UInt8](repeating: 0xFF, count: 2048))]), "no_usable_key"),
      (set([key("a").replacing(#""kid":"a","#, with: "")]), "no_usable_key"),
      ("{}" + String(repeating: " ", count: 600_000), "too_long"),
      (nested, "too_deep"), (crowded, "too_many_members"),
    ])
  func refused(json: String, code: String) {
    #expect(Self.code(json) == code)
  }

  @Test("a key for anything but RS256 is left out, the others serve")
  func otherKinds() throws {
    let ec = try JWKSet([JWK(keyID: "ec", key: .es256(P256PrivateKey.generate().publicKey))]).json()
    let ecKey = String(decoding: ec, as: UTF8.self).dropFirst(9).dropLast(2)
    let keys = try AppleKeySet(json: Array(Self.set([String(ecKey), Self.key("rsa")]).utf8))
    #expect(keys.keyIDs == ["rsa"])
    #expect(keys.contains("rsa") && !keys.contains("ec"))
    #expect(Self.code(Self.set([String(ecKey)])) == "no_usable_key")
  }

  @Test("an error says its code and a sentence, and two are equal by their code")
  func errors() {
    let error = #expect(throws: AppleKeySetError.self) { try AppleKeySet(json: []) }
    let other = #expect(throws: AppleKeySetError.self) { try AppleKeySet(json: [1]) }
    #expect(error == other)
    #expect(error?.description.hasPrefix("invalid_json: ") == true)
  }
}
