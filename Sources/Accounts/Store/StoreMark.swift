/// What a store remembers of who initialised it (R7).
package struct StoreMark: Sendable, Hashable {
  /// Who runs it.
  package var mode: AccountsPolicy.Mode
  /// Whether it holds accounts that an emulator vouched for.
  package var usesEmulator: Bool

  package init(mode: AccountsPolicy.Mode, usesEmulator: Bool) {
    self.mode = mode
    self.usesEmulator = usesEmulator
  }
}
