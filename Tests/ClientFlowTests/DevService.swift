import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A service with its Apple, over real HTTP on free loopback ports.
struct DevService: Sendable {
  let service: URL
  let apple: URL

  /// Runs something beside a fresh `bramley dev`; the process and its files end with it.
  static func run<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: (DevService) async throws -> Value
  ) async throws -> Value {
    try await inFolder { folder in
      let running = try await BramleyProcess.start(
        "dev", "--data", folder.path, "--port", "0", "--apple-port", "0")
      defer { running.stop() }
      guard let service = running.addresses["service"], let apple = running.addresses["apple"] else {
        throw BramleyProcess.NotReady(output: "\(running.addresses)")
      }
      return try await body(DevService(service: service, apple: apple))
    }
  }

  /// Gives a folder that ends with what is done in it.
  static func inFolder<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: (URL) async throws -> Value
  ) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("flow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }
}

extension DevService {
  /// What relying parties sent to the emulator: path, client and status of each request, the oldest first.
  func appleRequests(_ path: String) async throws -> [(client: String, status: Int)] {
    struct Answer: Decodable {
      struct Request: Decodable {
        struct Parameter: Decodable {
          let name: String
          let value: String
        }
        let id: Int
        let path: String
        let parameters: [Parameter]
        let status: Int
      }
      let requests: [Request]
    }
    let (body, _) = try await URLSession.shared.data(
      from: apple.appendingPathComponent("emulator/v1/requests"))
    return try JSONDecoder().decode(Answer.self, from: body).requests.filter { $0.path == path }
      .sorted { $0.id < $1.id }
      .map { ($0.parameters.first { $0.name == "client_id" }?.value ?? "", $0.status) }
  }

  /// Changes the emulator's settings.
  func changeApple(_ settings: [String: Int]) async throws {
    var request = URLRequest(url: apple.appendingPathComponent("emulator/v1/settings"))
    request.httpMethod = "PATCH"
    request.httpBody = try JSONEncoder().encode(settings)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let (_, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
  }
}
