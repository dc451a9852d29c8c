/// What a step of a transfer came to, as lines or JSON.
struct TransferReport: Encodable {
  let step: String
  var done = 0
  /// Accounts that Apple, or `take`, refused; the first thousand.
  var refused: [String] = []
  var refusedCount = 0
  /// Accounts whose new identity another account has.
  var taken: [String] = []
  /// What ended the run early.
  var interruption: String?
  var counts: [String: Int] = [:]
  var notes: [String] = []

  init(step: String) { self.step = step }

  /// Whether nobody is left to do; a rerun does the rest.
  var isComplete: Bool { refused.isEmpty && taken.isEmpty && interruption == nil }

  var lines: [String] {
    switch step {
    case "status": return counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" } + notes
    default: break
    }
    var lines = [
      "\(done) \(step), \(max(refusedCount, refused.count)) refused, \(taken.count) taken by another account"
    ]
    lines += refused.map { "refused: \($0)" }
    lines += taken.map { "taken: \($0); the person has a second account, link or delete one of the two" }
    if let interruption { lines.append("ended early, run it again: \(interruption)") }
    return lines
  }
}
