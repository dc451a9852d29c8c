import _StoreCopy

/// Says how far a copy is: a line when a table is done, and one every two seconds of a large one.
struct CopyMeter {
  private var last: ContinuousClock.Instant

  /// A meter of a copy that begins.
  init(at now: ContinuousClock.Instant) { last = now }

  /// What to say of a step; nil where it is too early to say something again.
  mutating func line(for step: CopyStep, at now: ContinuousClock.Instant) -> String? {
    let isDue = now - last >= .seconds(2)
    let line: String
    switch step {
    case .copied(let table, let rows): line = "\(table): copied, \(rows) rows"
    case .compared(let table, let rows): line = "\(table): compared, \(rows) rows"
    case .copying(let table, let done, let total) where isDue:
      line = "\(table): copying, \(done) of \(total) rows"
    case .comparing(let table, let done, let total) where isDue && total > 0:
      line = "\(table): comparing, \(min(done, total) * 100 / total) %"
    case .copying, .comparing: return nil
    }
    last = now
    return line
  }
}
