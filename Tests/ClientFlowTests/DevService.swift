import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The built binary, running `dev` on free ports with files of its own.
final class DevService: @unchecked Sendable {  // constants after init; the process is only ended
  struct NotReady: Error { let output: String }

  let service: URL
  let apple: URL
  /// Where it keeps its files.
  let folder: URL
  private let process: Process

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
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("flow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let running = try await start(folder, [:])
    defer { running.stop() }
    return try await body(running)
  }

  /// Ends this process and runs something beside another one on the same files, with other settings.
  func runAgain<Value>(
    _ settings: [String: String], isolation: isolated (any Actor)? = #isolation,
    _ body: (DevService) async throws -> Value
  ) async throws -> Value {
    stop()
    let running = try await Self.start(folder, settings)
    defer { running.stop() }
    return try await body(running)
  }

  private static func start(_ folder: URL, _ settings: [String: String]) async throws -> DevService {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(settings) { $1 }
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
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }
}
