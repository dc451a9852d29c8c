/// What identifies a transaction on its server: its number and the timeline it was written on.
///
/// Numbers are given again on another timeline, when a server is promoted that had not heard of the first.
struct TransactionMark: Sendable, Hashable {
  let number: String
  let timeline: String?
}

/// What the server says of a transaction whose commit was in doubt.
enum Outcome: Sendable, Hashable {
  case committed
  case aborted
  case unknown
}
