/// Why the emulator could not start or go on.
public struct EmulatorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong; new codes may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code as it is written.
    public let rawValue: String

    /// Wraps a code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The key file given to sign with cannot be used.
    public static let unusableSigningKeys = Code(rawValue: "unusable_signing_keys")
    /// The data directory cannot be used.
    public static let unusableStore = Code(rawValue: "unusable_store")
    /// The state contradicts itself; a mistake of the emulator's.
    public static let stateInconsistent = Code(rawValue: "state_inconsistent")
  }

  /// What went wrong.
  public let code: Code
  /// A sentence that says what to do.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  static let stateInconsistent = EmulatorError(
    .stateInconsistent, "The emulator's state contradicts itself; DELETE /emulator/v1/state starts afresh.")

  /// Equality looks at the code alone.
  public static func == (left: EmulatorError, right: EmulatorError) -> Bool { left.code == right.code }

  /// Hashes the code alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
