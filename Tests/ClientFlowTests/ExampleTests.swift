import Foundation
import Testing

@Suite("Examples", .serialized, .timeLimit(.minutes(4))) struct ExampleTests {
  @Test("the terminal example walks through its six steps, and does so again: issue 7, proof")
  func terminal() async throws {
    try await DevService.run { dev in
      for _ in 0..<2 {
        let (status, text) = try await BramleyProcess.run(
          dev.service.absoluteString, dev.apple.absoluteString, program: "TerminalSample")
        #expect(status == 0)
        let steps = text.split(separator: "\n").compactMap { $0.split(separator: ":").first.map(String.init) }
        #expect(
          steps == [
            "first sign-in", "return", "reauthenticate", "link", "the person stopped using the app",
            "deletion",
          ])
        // A step that went wrong shouts.
        #expect(!text.contains("NOT") && !text.contains("ANOTHER"), "\(text)")
      }
    }
  }

  @Test("the terminal example says why it stopped, and fails, without a service")
  func alone() async throws {
    let (status, text) = try await BramleyProcess.run(
      "http://127.0.0.1:1", "http://127.0.0.1:1", program: "TerminalSample")
    #expect(status == 1)
    #expect(text.hasPrefix("stopped: "))
  }
}
