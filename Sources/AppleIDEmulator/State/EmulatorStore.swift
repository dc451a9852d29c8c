#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps the rows in a SQLite file.
enum EmulatorStore {
  static func open(directory: String) throws -> any LoadableStateStore {
    throw EmulatorError(.unusableStore, "Keeping the state in a directory is not offered by this build.")
  }
}

/// A store that can be read at the start.
protocol LoadableStateStore: StateStore {
  /// Reads everything that is kept.
  func load(now: Date) throws -> EmulatorState
}
