/// A wish for part of what a limit allows in one window (R43).
///
/// A process takes a part for itself and spends it without the store, so that an ordinary request writes
/// nothing for its limits. What a process took and did not spend is lost with the window.
package struct Lease: Sendable, Hashable {
  /// What is limited, in which window: a keyed hash behind the window's end. No address, number or name
  /// can be read from it, and the sweep forgets it when the window is over.
  package var key: OneTimeKey
  /// How many attempts the process asks for.
  package var want: Int
  /// How many attempts all processes have together in this window.
  package var ceiling: Int

  package init(key: OneTimeKey, want: Int, ceiling: Int) {
    self.key = key
    self.want = want
    self.ceiling = ceiling
  }
}
