import Accounts
import BramleyCrypto
import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("Credentials of requests")
struct AuthenticationTests {
  static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp"

  @Test("neither key nor bearer is 403, and another scheme is as none: wire 9")
  func missingKey() async throws {
    let wire = try TestWire()
    for headers: HTTPFields in [[:], ["authorization": "Basic b3duZXI6"]] {
      let answer = await wire.send(.post, Self.signUp, body: Array("{}".utf8), headers: headers)
      #expect(answer.refusal == "403 The request is missing a valid API key.")
      #expect(answer.name == "PERMISSION_DENIED")
      #expect(answer.reason == "forbidden")
    }
  }

  @Test("a bearer that is nobody's is 401 with the field it stands in: R3")
  func badBearer() async throws {
    let answer = try await TestWire().send(
      .post, Self.signUp + "?key=fake", headers: ["authorization": "Bearer nobody"])
    #expect(answer.status == 401)
    #expect(answer.name == "UNAUTHENTICATED")
    #expect(answer.json["error"]?["errors"]?[0]?["location"] == "Authorization")
    #expect(answer.json["error"]?["errors"]?[0]?["message"] == "Invalid Credentials")
  }

  @Test("a key alone cannot name a project in the body: wire 13")
  func targetProject() async throws {
    let answer = try await TestWire().call("accounts:signUp", ["targetProjectId": "demo-bramley"])
    #expect(
      answer.refusal
        == "400 INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")
  }

  @Test("a key alone opens no project path")
  func projectPath() async throws {
    let answer = try await TestWire().send(
      .post, "/identitytoolkit.googleapis.com/v1/projects/demo-bramley/accounts:lookup?key=fake",
      body: Array(#"{"localId":["x"]}"#.utf8))
    #expect(
      answer.refusal
        == "400 INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")
  }

  @Test("a key that is not on the list is refused with the reason that SDKs look for: R10")
  func unknownKey() async throws {
    let wire = try TestWire(settings: { $0.apiKeys = ["right"] })
    let refused = await wire.send(.post, Self.signUp + "?key=wrong", body: Array("{}".utf8))
    #expect(refused.status == 400)
    #expect(refused.reason == "keyInvalid")
    let taken = await wire.send(
      .post, Self.signUp, body: Array("{}".utf8), headers: ["x-goog-api-key": "right"])
    #expect(taken.status == 200)
  }

  @Test(
    "owner in any letter case, and Google's access tokens, are the owner in dev: wire 11, R3",
    arguments: ["bEArEr OWNER", "Bearer owner", "bearer ya29.abc"])
  func owner(authorization: String) async throws {
    let answer = try await TestWire().send(
      .post, Self.signUp, body: Array("{}".utf8), headers: ["authorization": authorization])
    #expect(answer.status == 200)
    #expect(answer["idToken"] == nil)
  }

  @Test("a key signs up without a bearer: wire 7")
  func key() async throws {
    let answer = try await TestWire().call("accounts:signUp")
    #expect(answer.status == 200)
    #expect(answer["error"] == nil)
  }
}

@Suite("Administrators in production")
struct AdministratorTests {
  /// One token of each kind.
  struct Register: AdminTokenRegister {
    func administrator(of token: Secret) async -> Administrator? {
      if token == Secret(utf8: "reader-token") {
        return Administrator(name: "reader", scopes: [.accountsRead])
      }
      if token == Secret(utf8: "import-token") {
        return Administrator(name: "import", scopes: [.accountsImport])
      }
      if token == Secret(utf8: "full-token") {
        return Administrator(name: "full", scopes: Set(AdminScope.allCases))
      }
      return nil
    }
  }

  static let lookup = "/identitytoolkit.googleapis.com/v1/projects/demo-bramley/accounts:lookup"
  static let body = Array(#"{"localId":["x"]}"#.utf8)

  @Test(
    "the public listener answers 401 to every bearer that claims admin: R3",
    arguments: ["Bearer owner", "Bearer ya29.abc", "Bearer full-token"])
  func publicListener(authorization: String) async throws {
    let wire = try TestWire(.serve, listener: .open, adminTokens: Register())
    let answer = await wire.send(
      .post, "/identitytoolkit.googleapis.com/v1/accounts:lookup", body: Self.body,
      headers: ["authorization": authorization])
    #expect(answer.status == 401)
  }

  @Test("the public listener has no project paths: R3")
  func publicPaths() async throws {
    let wire = try TestWire(.serve, listener: .open, adminTokens: Register())
    for path in [Self.lookup, "/identitytoolkit.googleapis.com/v1/projects/demo-bramley/accounts"] {
      let answer = await wire.send(
        .post, path, body: Self.body, headers: ["authorization": "Bearer full-token"])
      #expect(answer.status == 404)
    }
  }

  @Test(
    "ya29 tokens and, unless switched on, owner mean nothing on the admin listener: R3",
    arguments: ["Bearer owner", "Bearer ya29.abc"])
  func adminListener(authorization: String) async throws {
    let wire = try TestWire(
      .serve, listener: .admin(acceptsOwnerBearer: false), adminTokens: Register())
    let answer = await wire.send(
      .post, Self.lookup, body: Self.body, headers: ["authorization": authorization])
    #expect(answer.status == 401)
  }

  @Test(
    "owner that is switched on is refused to browser pages and to rebound names: R3",
    arguments: [["origin": "https://evil.example"], ["host": "evil.example"]] as [HTTPFields])
  func ownerFromElsewhere(fields: HTTPFields) async throws {
    let wire = try TestWire(
      .serve, listener: .admin(acceptsOwnerBearer: true), adminTokens: Register())
    var headers = fields
    headers["authorization"] = "Bearer owner"
    #expect(await wire.send(.post, Self.lookup, body: Self.body, headers: headers).status == 401)
    #expect(
      await wire.send(.post, Self.lookup, body: Self.body, headers: ["authorization": "Bearer owner"]).status
        == 200)
  }

  @Test("a token reaches only the routes of its scopes: A36")
  func scopes() async throws {
    let wire = try TestWire(
      .serve, listener: .admin(acceptsOwnerBearer: false), adminTokens: Register())
    let headers: HTTPFields = ["authorization": "Bearer reader-token"]
    #expect(await wire.send(.post, Self.lookup, body: Self.body, headers: headers).status == 200)
    for name in [
      "/accounts", "/accounts:update", "/accounts:delete", "/accounts:batchDelete",
      "/accounts:batchCreate", "/accounts:sendOobCode", ":createSessionCookie",
    ] {
      let answer = await wire.send(
        .post, "/identitytoolkit.googleapis.com/v1/projects/demo-bramley" + name, body: Self.body,
        headers: headers)
      #expect(answer.status == 403, "\(name)")
      #expect(answer.message?.hasPrefix("INSUFFICIENT_PERMISSION : ") == true, "\(name)")
    }
  }

  @Test("what a batch carries is judged piece by piece, as if it came alone: A41")
  func batches() async throws {
    let wire = try TestWire(
      .serve, listener: .admin(acceptsOwnerBearer: false), adminTokens: Register())
    func send(_ name: String, _ body: JSON, _ token: String) async -> Answer {
      await wire.send(
        .post, "/identitytoolkit.googleapis.com/v1/projects/demo-bramley" + name, body: body.bytes,
        headers: ["authorization": "Bearer \(token)"])
    }
    let users: JSON = [
      ["localId": "good", "disabled": true], ["localId": "on"],
      ["localId": "claims", "customAttributes": #"{"sub":"good"}"#],
      ["localId": "tenant", "tenantId": "other"], ["localId": "phone", "phoneNumber": "none"],
    ]
    let imported = await send("/accounts:batchCreate", ["users": users], "import-token")
    #expect(imported["error"]?.list?.map { $0["index"] } == [2, 3, 4])
    // The token that may import may do nothing else, in a batch or alone.
    for name in ["/accounts:batchDelete", "/accounts:lookup", "/accounts:update"] {
      #expect(await send(name, ["localIds": ["good"], "localId": "good"], "import-token").status == 403)
    }
    let deleted = await send("/accounts:batchDelete", ["localIds": ["good", "on"]], "full-token")
    #expect(deleted["errors"]?.list?.map { $0["localId"] } == ["on"])
    #expect(try await wire.accounts.list(limit: 10).map(\.id.text) == ["on"])
    let update = await send(
      "/accounts:update", ["localId": "on", "customAttributes": #"{"sub":"good"}"#], "full-token")
    #expect(update.message?.hasPrefix("FORBIDDEN_CLAIM") == true)
  }

  @Test("a foreign project is refused in serve and is the one project in dev: R10")
  func foreignProject() async throws {
    let path = "/identitytoolkit.googleapis.com/v1/projects/other/accounts:lookup"
    let serve = try TestWire(.serve, listener: .admin(acceptsOwnerBearer: true))
    let refused = await serve.send(
      .post, path, body: Self.body, headers: ["authorization": "Bearer owner"])
    #expect(refused.refusal == "400 CONFIGURATION_NOT_FOUND : Unknown project.")
    let dev = try TestWire()
    let taken = await dev.send(.post, path, body: Self.body, headers: ["authorization": "Bearer owner"])
    #expect(taken.status == 200)
    #expect(dev.log.contains { $0.contains("project") })
  }
}
