import Foundation

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
