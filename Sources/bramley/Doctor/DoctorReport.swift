import BramleyHTTP
import _Configuration

/// What the doctor found, as lines or JSON.
struct DoctorReport: Encodable {
  let findings: [Finding]

  /// Whether nothing failed.
  var isHealthy: Bool { !findings.contains { $0.verdict == .failed } }

  /// The findings and their sum.
  var lines: [String] {
    let failed = findings.count { $0.verdict == .failed }
    let warnings = findings.count { $0.verdict == .warning }
    return findings.flatMap(\.lines) + ["", "\(failed) failed, \(warnings) to think about"]
  }

  func print(asJSON: Bool) throws {
    for line in asJSON ? [try JSONText.line(self)] : lines { Terminal.print(line) }
  }

  /// The way to Apple; only an emulator may stand at a private address (A39).
  static func client(_ configuration: Configuration) throws -> any HTTPSending {
    try HTTPClient(configuration.apple.isRealApple ? HTTPClient.Configuration() : .development)
  }
}
