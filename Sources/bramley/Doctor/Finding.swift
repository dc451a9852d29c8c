/// What one check found.
struct Finding: Encodable, Hashable {
  /// How it stands.
  enum Verdict: String, Encodable {
    case ok
    case warning
    case failed
    /// What it needs was not there.
    case skipped
    /// Nothing to judge, but good to know.
    case note
  }

  /// The check's name; stays the same, so that scripts can rely on it.
  let check: String
  let verdict: Verdict
  /// What was found.
  let text: String
  /// What to do; nil where there is nothing.
  let advice: String?

  static func ok(_ check: String, _ text: String) -> Finding {
    Finding(check: check, verdict: .ok, text: text, advice: nil)
  }
  static func warning(_ check: String, _ text: String, _ advice: String) -> Finding {
    Finding(check: check, verdict: .warning, text: text, advice: advice)
  }
  static func failed(_ check: String, _ text: String, _ advice: String) -> Finding {
    Finding(check: check, verdict: .failed, text: text, advice: advice)
  }
  static func skipped(_ check: String, _ text: String, _ advice: String? = nil) -> Finding {
    Finding(check: check, verdict: .skipped, text: text, advice: advice)
  }
  static func note(_ check: String, _ text: String) -> Finding {
    Finding(check: check, verdict: .note, text: text, advice: nil)
  }

  /// The finding as lines of a terminal.
  var lines: [String] {
    let mark =
      switch verdict {
      case .ok: "ok    "
      case .warning: "warn  "
      case .failed: "FAIL  "
      case .skipped: "skip  "
      case .note: "note  "
      }
    let name = check + String(repeating: " ", count: max(1, 15 - check.count))
    let first = mark + name + text.printable
    return advice.map { [first, String(repeating: " ", count: 21) + "→ " + $0.printable] } ?? [first]
  }
}
