import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("Bodies of requests")
struct RequestTests {
  static let target = "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=fake"

  @Test(
    "what is no JSON or too deep is refused in the envelope, never a 500",
    arguments: [
      ("{", "parseError"), ("", ""), ("[", "parseError"), ("\u{feff}{}", "parseError"),
      (String(repeating: "[", count: 100_000), "invalid"), (#"{"idToken":["#, "parseError"),
    ])
  func brokenJSON(body: String, reason: String) async throws {
    let answer = try await TestWire().send(.post, Self.target, body: Array(body.utf8))
    #expect(answer.status == 400)
    if reason.isEmpty {
      #expect(answer.message == "MISSING_ID_TOKEN")
    } else {
      #expect(answer.name == "INVALID_ARGUMENT")
      #expect(answer.reason == reason)
      #expect(answer.message?.hasPrefix("Invalid JSON payload received. ") == true)
    }
  }

  @Test(
    "a wrong type is named with its place",
    arguments: [
      (#"{"idToken":{}}"#, "idToken must be text."), (#"{"idToken":true}"#, "idToken must be text."),
      ("[]", "The body must be"),
      (#"{"federatedUserId":[{"rawId":[]}]}"#, "federatedUserId[0].rawId must be text."),
    ])
  func wrongType(body: String, text: String) async throws {
    let answer = try await TestWire().send(.post, Self.target, body: Array(body.utf8))
    #expect(answer.status == 400)
    #expect(answer.message?.hasPrefix("Invalid JSON payload received. \(text)") == true, "\(answer)")
  }

  @Test("an unknown enumeration value is refused")
  func unknownChoice() async throws {
    let answer = try await TestWire().call("accounts:sendOobCode", ["requestType": "NONSENSE"])
    #expect(answer.status == 400)
    #expect(answer.name == "INVALID_ARGUMENT")
  }

  @Test(
    "enumerations by name, index and index as text: wire 3", arguments: ["EMAIL_SIGNIN", 6, "6"] as [JSON])
  func choices(kind: JSON) async throws {
    let answer = try await TestWire().callAsOwner(
      "accounts:sendOobCode", ["requestType": kind, "email": "a@example.com", "returnOobLink": true])
    #expect(answer.status == 200)
    #expect(answer["oobLink"]?.text?.contains("mode=signIn") == true)
  }

  @Test("names in snake case, numbers for text, unknown members: wire 5")
  func lenience() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    let snake = await wire.call("accounts:lookup", ["id_token": .text(account.idToken), "whatever": [1]])
    #expect(snake["users"]?[0]?["localId"] == .text(account.localID))
    let number = await wire.callAsOwner(
      "accounts:update", ["localId": "nobody", "validSince": 1_600_000_000])
    #expect(number.refusal == "400 USER_NOT_FOUND")
  }

  @Test("null is as absent: a name that is sent as null stays")
  func null() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    _ = await wire.call("accounts:update", ["idToken": .text(account.idToken), "displayName": "Paula"])
    let answer = await wire.call("accounts:update", ["idToken": .text(account.idToken), "displayName": nil])
    #expect(answer["displayName"] == "Paula")
  }

  @Test("a tenant in a body or path is 501: R10")
  func tenants() async throws {
    let wire = try TestWire()
    let body = await wire.call("accounts:signUp", ["tenantId": "t1"])
    #expect(body.status == 501)
    #expect(body.name == "NOT_IMPLEMENTED")
    for path in ["/tenants", "/tenants/t1", "/tenants/t1/accounts", "/tenants/t1/accounts:lookup"] {
      #expect(await wire.own(path).status == 501, "\(path)")
    }
  }

  @Test("an unknown path is 404 in JSON, a wrong method 405 with the right ones")
  func misses() async throws {
    let wire = try TestWire()
    let unknown = await wire.send(.get, "/identitytoolkit.googleapis.com/v1/nothing")
    #expect(unknown.refusal == "404 Not Found")
    #expect(unknown.name == "NOT_FOUND")
    #expect(unknown.reason == "notFound")
    let method = await wire.send(.get, Self.target)
    #expect(method.status == 405)
    #expect(method.response.headers["allow"] == "POST")
  }

  @Test(
    "what is known and not offered is 501, never 404",
    arguments: [
      "/www.googleapis.com/identitytoolkit/v3/relyingparty/signOutUser",
      "/identitytoolkit.googleapis.com/v1/accounts:signInWithGameCenter",
      "/identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:start",
      "/identitytoolkit.googleapis.com/v2/projects/demo-bramley/oauthIdpConfigs",
      "/identitytoolkit.googleapis.com/v2/projects/demo-bramley/defaultSupportedIdpConfigs/apple.com",
    ])
  func notOffered(path: String) async throws {
    #expect(try await TestWire().send(.post, path + "?key=fake").status == 501)
  }

  @Test("v3 names that were never ours are 404", arguments: ["publicKeys", "setProjectConfig"])
  func neverOurs(name: String) async throws {
    let path = "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(name)?key=fake"
    #expect(try await TestWire().send(.post, path).status == 404)
  }
}
