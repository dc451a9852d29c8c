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

  /// The setting that keeps the mark.
  package static let setting = "store/mark"

  /// Stands in the mark's place while a store is being copied into: nobody may serve half of it.
  package static let unfinishedCopy = Array("copy unfinished".utf8)

  /// Reads a kept mark; nil when it cannot be read.
  package init?(kept bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard parts.count == 2, let mode = AccountsPolicy.Mode(rawValue: String(parts[0])) else { return nil }
    self.init(mode: mode, usesEmulator: parts[1] == "emulator")
  }

  /// The mark as it is kept.
  package var bytes: [UInt8] { Array("\(mode.rawValue) \(usesEmulator ? "emulator" : "apple")".utf8) }
}
