/// What was sent and is to be answered.
enum PipelineStep {
  /// The preparation of a statement, by its number.
  case prepare(Int)
  /// A statement whose rows nobody wants.
  case run
  /// A statement whose rows are kept at that place.
  case read(Int)
  /// The commit: from here on the outcome may be in doubt.
  case commit

  var isCommit: Bool { if case .commit = self { true } else { false } }
}

/// An answer that comes with the next round trip.
public struct Ticket: Sendable {
  let place: Int
}
