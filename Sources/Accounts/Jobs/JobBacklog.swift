/// How much work waits to be done.
package struct JobBacklog: Hashable, Sendable {
  /// How many jobs wait or are being worked on; never more than the bound that was asked for.
  package let count: Int
  /// When the oldest of them was written.
  package let oldest: Timestamp?

  package init(count: Int, oldest: Timestamp?) {
    self.count = count
    self.oldest = oldest
  }
}
