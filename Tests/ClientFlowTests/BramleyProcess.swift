import Foundation

/// One process of the binary that announced its addresses, and ends with the test.
struct BramleyProcess: Sendable {
  struct NotReady: Error { let output: String }

  /// What it serves, by the names of its `ready` line: `service`, `apple`.
  let addresses: [String: URL]
  private let process: Process

  /// Starts it; answers once it is ready.
  static func start(_ arguments: String...) async throws -> BramleyProcess {
    let process = Process()
    process.executableURL = binary
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = await readyLine(output.fileHandleForReading)
    let words = line.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    let named = words.filter { $0.count == 2 }.compactMap { word in URL(string: word[1]).map { (word[0], $0) }
    }
    guard !named.isEmpty else {
      process.terminate()
      throw NotReady(output: line)
    }
    return BramleyProcess(addresses: Dictionary(named) { $1 }, process: process)
  }

  /// Runs a command to its end: its exit status, and what it says.
  static func run(
    _ arguments: String..., program: String = "bramley"
  ) async throws -> (status: Int32, text: String) {
    // A file, not a pipe: other processes that start meanwhile would keep a pipe open.
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("output-\(UUID().uuidString)")
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
      throw NotReady(output: "\(file.path) cannot be made")
    }
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try FileHandle(forWritingTo: file)
    let process = Process()
    process.executableURL = binary.deletingLastPathComponent().appendingPathComponent(program)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    let status = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    try output.close()
    return (status, String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  /// Ends it, once.
  func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  /// The binary beside the tests.
  private static var binary: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("bramley")
  }

  /// The one line that the binary prints once it answers; all there is, if it ends before.
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
}
