/// Tells the time; a parameter, so that no rule waits for it in a test.
package protocol TimeSource: Sendable {
  /// The instant now.
  func now() -> Timestamp
}
