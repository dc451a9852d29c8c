import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("OpenAPI document")
struct OpenAPITests {
  private func document(_ wire: TestWire) async -> JSON { await wire.send(.get, "/openapi.json").json }

  @Test(
    "it names every operation of a listener and nothing else",
    arguments: [
      (ServiceMode.dev, Listener.single), (.serve, .open), (.serve, .admin(acceptsOwnerBearer: false)),
    ])
  func complete(mode: ServiceMode, listener: Listener) async throws {
    let wire = try TestWire(mode, listener: listener)
    let document = await document(wire)
    #expect(document["openapi"] == "3.1.0")
    let documented = Set(
      (document["paths"]?.object ?? [:]).flatMap { path, methods in
        (methods.object ?? [:]).keys.map { "\($0.uppercased()) \(path)" }
      })
    let routed = Set(wire.router.routes.map { "\($0.method.rawValue) \($0.pattern.text)" })
    #expect(documented.subtracting(routed).isEmpty)
    let isAdministrative = documented.contains { $0.contains("/v1/projects/{project}") }
    #expect(isAdministrative == (listener != .open))
    #expect(documented.contains { $0.contains("/emulator/") } == (mode == .dev))
    // What stands outside: readiness, discovery, the document itself, and what answers 501 whatever is sent.
    let outside = routed.subtracting(documented).filter { route in
      !["GET /", "GET /openapi.json", "GET /emulator/openapi.json", "GET /emulator/action"].contains(route)
        && !route.contains("well-known") && !route.contains("sessionCookiePublicKeys")
        && !route.contains("/tenants") && !route.contains("/v3/")
    }
    for route in outside {
      let parts = route.split(separator: " ")
      let path = parts[1].replacing("{project}", with: "demo-bramley").replacing("{id}", with: "x")
      let answer = await wire.send(HTTPMethod(rawValue: String(parts[0])), path + "?key=fake")
      #expect(answer.status == 501, "\(route) is not described")
    }
  }

  @Test("bodies are described by what the decoding reads")
  func bodies() async throws {
    let document = await document(try TestWire())
    let operation = document["paths"]?["/identitytoolkit.googleapis.com/v1/accounts:update"]?["post"]
    let properties = operation?["requestBody"]?["content"]?["application/json"]?["schema"]?["properties"]
    #expect(properties?["idToken"]?["type"] == "string")
    #expect(properties?["deleteAttribute"]?["items"]?["enum"]?.list?.contains("DISPLAY_NAME") == true)
    #expect(properties?["mfa"]?["properties"]?["enrollments"]?["type"] == "array")
    #expect(properties?["linkProviderUserInfo"]?["properties"]?["rawId"]?["type"] == "string")
  }

  @Test("operation identifiers are unique")
  func identifiers() async throws {
    let document = await document(try TestWire())
    let ids = (document["paths"]?.object ?? [:]).values.flatMap { methods in
      (methods.object ?? [:]).values.compactMap { $0["operationId"]?.text }
    }
    #expect(ids.count > 60)
    #expect(Set(ids).count == ids.count)
  }

  @Test("a project in the path is described as such")
  func parameters() async throws {
    let document = await document(try TestWire())
    let operation = document["paths"]?[
      "/identitytoolkit.googleapis.com/v1/projects/{project}/accounts:lookup"]?["post"]
    #expect(operation?["parameters"]?[0]?["name"] == "project")
    #expect(operation?["security"] == [["administrator": []]])
  }
}
