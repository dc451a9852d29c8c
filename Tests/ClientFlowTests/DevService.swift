import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The built binary, running `dev` on free ports with files of its own.
final class DevService: @unchecked Sendable {  // constants after init; the process is only ended
  struct NotReady: Error { let output: String }

  let service: URL
  let apple: URL
  private let process: Process
  private let folder: URL

  private init(service: URL, apple: URL, process: Process, folder: URL) {
    self.service = service
    self.apple = apple
    self.process = process
    self.folder = folder
  }

  /// Runs something beside a service, which is ended afterwards.
  static func run<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: (DevService) async throws -> Value
  ) async throws -> Value {
    let running = try await start()
    defer { running.stop() }
    return try await body(running)
  }

  /// Whether the service has something at a path; flows that need it are skipped otherwise.
  static func answers(_ path: String) async -> Bool {
    let status = try? await run { dev in
      var request = URLRequest(url: dev.service.appendingPathComponent(path))
      request.httpMethod = "POST"
      request.httpBody = Data("{}".utf8)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      let (_, response) = try await URLSession.shared.data(for: request)
      return (response as? HTTPURLResponse)?.statusCode
    }
    return status != nil && status != 404
  }

  private static func start() async throws -> DevService {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("flow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("bramley")
    process.arguments = ["dev", "--data", folder.path, "--port", "0", "--apple-port", "0"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = await readyLine(output.fileHandleForReading)
    let words = line.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    let named = Dictionary(words.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
    guard let service = named["service"].flatMap(URL.init(string:)),
      let apple = named["apple"].flatMap(URL.init(string:))
    else {
      process.terminate()
      throw NotReady(output: line)
    }
    return DevService(service: service, apple: apple, process: process, folder: folder)
  }

  /// The one line that the binary prints once both answer; all there is, if it ends before.
  private static func readyLine(_ handle: FileHandle) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var text = Data()
        while !text.contains(UInt8(ascii: "\n")) {
          let more = handle.availableData
          if more.isEmpty { break }
          text += more
        }
        continuation.resume(
          returning: String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines))
      }
    }
  }

  private func stop() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
