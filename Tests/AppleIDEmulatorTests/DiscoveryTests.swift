import AppleIDEmulator
import BramleyHTTP
import BramleyJOSE
import Testing
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Discovery and keys")
struct DiscoveryTests {
  private struct KeySet: Decodable {
    struct Key: Decodable {
      let kty, kid, use, alg, n, e: String
    }
    let keys: [Key]
  }

  @Test("the document has Apple's members and no others, its links by the name that was asked")
  func document() async throws {
    let apple = try await Harness()
    let response = await apple.get(
      "/.well-known/openid-configuration", headers: ["host": "appleid.apple.com"])
    let text = response.text
    for member in ["userinfo_endpoint", "end_session", "grant_types", "code_challenge", "registration"] {
      #expect(!text.contains(member))
    }
    #expect(text.contains(#""authorization_endpoint":"http://appleid.apple.com/auth/authorize""#))
    #expect(text.contains(#""issuer":"https://appleid.apple.com""#))
    #expect(text.contains(#""response_types_supported":["code"]"#))
    #expect(text.contains(#""subject_types_supported":["pairwise"]"#))
    #expect(text.contains(#""token_endpoint_auth_methods_supported":["client_secret_post"]"#))
    #expect(text.components(of: "\":") == 12)
    #expect(response.headers["content-type"] == "application/json;charset=UTF-8")
    #expect(response.headers["cache-control"] == "public, max-age=900")
  }

  @Test("a Host that is no host does not come into the links")
  func hostileHost() async throws {
    let apple = try await Harness()
    for host in ["evil\"host", "a b", "x:99999", "[::zz]", "a/b", ""] {
      let response = await apple.get("/.well-known/openid-configuration", headers: ["host": host])
      #expect(response.text.contains(#""jwks_uri":"https://appleid.apple.com/auth/keys""#))
    }
    let v6 = await apple.get("/.well-known/openid-configuration", headers: ["host": "[::1]:9100"])
    #expect(v6.text.contains("http://[::1]:9100/auth/keys"))
  }

  @Test("the set holds several RSA keys for signatures, in changing order; cache hints can be left out")
  func keys() async throws {
    let apple = try await Harness { $0.signingKeys = severalSigningKeys }
    var orders: Set<[String]> = []
    for _ in 0..<64 {
      let set = try await apple.get("/auth/keys").json(KeySet.self)
      #expect(set.keys.count == 3)
      #expect(
        set.keys.allSatisfy { $0.kty == "RSA" && $0.use == "sig" && $0.alg == "RS256" && $0.e == "AQAB" })
      orders.insert(set.keys.map(\.kid))
    }
    #expect(orders.count > 1)
    _ = await apple.control(.patch, "/settings", #"{"keys_max_age":null}"#)
    #expect(await apple.get("/auth/keys").headers["cache-control"] == nil)
  }

  @Test("rotation keeps old tokens good until the old key leaves; five keys at most are served")
  func rotation() async throws {
    let apple = try await Harness { $0.signingKeys = severalSigningKeys }
    let old = try await apple.native().identity_token
    #expect(await apple.control(.post, "/keys:rotate", "{}").status == 200)
    #expect(try await apple.get("/auth/keys").json(KeySet.self).keys.count == 4)
    _ = try await apple.claims(old)
    let fresh = try await apple.native().identity_token
    #expect(try CompactJWS(fresh).header.keyID != CompactJWS(old).header.keyID)
    for _ in 0..<3 { _ = await apple.control(.post, "/keys:rotate") }
    #expect(try await apple.get("/auth/keys").json(KeySet.self).keys.count == 5)
    _ = await apple.control(.post, "/keys:rotate", #"{"remove_old":true}"#)
    let now = try await apple.native().identity_token
    _ = try await apple.claims(now)
    _ = await apple.control(.post, "/keys:rotate", #"{"remove_old":true}"#)
    await #expect(throws: JOSEError(.unknownKeyID, "")) { try await apple.claims(now) }
  }

  @Test("a token's header is kid and alg alone")
  func header() async throws {
    let apple = try await Harness()
    let jws = try CompactJWS(try await apple.native().identity_token)
    #expect(jws.header.type == nil)
    #expect(jws.header.algorithm == "RS256")
  }
}
