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
  static func run(_ arguments: String...) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = binary
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
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
