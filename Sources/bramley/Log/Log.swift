#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Lines for the operator on standard error: time, level, text. Nobody writes a secret or a name into one.
struct Log: Sendable {
  /// How much is written.
  enum Level: String, CaseIterable, Comparable, Sendable {
    case debug
    case info
    case warning

    static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .debug: 0
      case .info: 1
      case .warning: 2
      }
    }
  }

  /// The least level that is written.
  let threshold: Level

  func debug(_ text: @autoclosure () -> String) { write(.debug, text) }
  func info(_ text: @autoclosure () -> String) { write(.info, text) }
  func warning(_ text: @autoclosure () -> String) { write(.warning, text) }

  private func write(_ level: Level, _ text: () -> String) {
    guard level >= threshold else { return }
    // A line stays one line, whatever came in from outside.
    let text = text().map { $0.isNewline ? " " : $0 }
    Terminal.note(Date().formatted(.iso8601) + " " + level.rawValue + " " + String(text))
  }
}
