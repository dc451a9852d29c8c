import AppleIDClient
import AppleIdentity
import BramleyHTTP
import Foundation
import Testing

@Suite("Documentation of the libraries")
struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The marked parts of a file of this folder, each without its indentation.
  private static func snippets(_ name: String) throws -> [String] {
    let url = root.appendingPathComponent("Tests/AppleIDClientTests/Documentation/\(name)")
    let parts = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "// begin\n").dropFirst()
    return parts.map { part in
      let lines = part.components(separatedBy: "// end")[0].components(separatedBy: "\n").dropLast()
      let indentation = lines.first.map { $0.prefix { $0 == " " }.count } ?? 0
      return lines.map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
    }
  }

  @Test(
    "what is printed in the documentation is what compiles here",
    arguments: [("TenLines.swift", "AppleIDClient"), ("RevokingLines.swift", "AppleIDClient")])
  func same(file: String, module: String) throws {
    let page = try String(
      contentsOf: Self.root.appendingPathComponent("Sources/\(module)/\(module).docc/\(module).md"),
      encoding: .utf8)
    let snippets = try Self.snippets(file)
    #expect(!snippets.isEmpty)
    for snippet in snippets { #expect(page.contains("```swift\n\(snippet)\n```"), "\(snippet)") }
  }

  @Test("where Apple cannot be reached a client of its own says so and blames no credential")
  func unreachable() async throws {
    let nobody = try AppleIDClient(endpoints: AppleEndpoints(baseURL: "http://127.0.0.1:1"))
    #expect(nobody.canCall == false)
    await #expect(throws: AppleServiceError(.unreachable, fault: .apple, message: "")) {
      _ = try await nobody.keySet(lacking: nil)
    }
  }

  @Test("only an emulator may stand at a private address (A39)")
  func privateAddress() async throws {
    var configuration = HTTPServer.Configuration(addresses: [.tcp("127.0.0.1", port: 0)])
    configuration.stopDeadline = .seconds(2)
    let server = HTTPServer(configuration, responder: Keys(json: try Fixtures.keySetJSON(["KEY0000001"])))
    try server.start()
    let endpoints = AppleEndpoints(baseURL: "http://127.0.0.1:\(try #require(server.port))")
    let emulator = try AppleIDClient(endpoints: endpoints)
    let keys = try await emulator.keySet(lacking: nil)
    #expect(keys.keyIDs.isEmpty == false)
    let strict = try HTTPClient(HTTPClient.Configuration())
    await #expect(throws: HTTPClientError.self) { _ = try await strict.send(.get(endpoints.keys)) }
    strict.close()
    await server.stop()
  }

  private struct Keys: HTTPResponder {
    let json: [UInt8]
    func respond(to request: HTTPRequest) async -> HTTPResponse {
      HTTPResponse(status: 200, headers: ["content-type": "application/json"], body: json)
    }
  }
}
