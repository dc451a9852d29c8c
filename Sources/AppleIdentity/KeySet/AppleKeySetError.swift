/// Why an answer of Apple's key endpoint cannot be used; the set in use stays.
///
/// Equality looks at the code alone.
public struct AppleKeySetError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The stable reason: `invalid_json`, `duplicate_member`, `too_long`, `too_deep`, `too_many_members`,
  /// `invalid_claims`, `too_many_keys`, `mixed_key_set`, `duplicate_key_id` or `no_usable_key`.
  public let code: String
  /// A sentence for developers.
  public let message: String

  /// Code and sentence, for logs.
  public var description: String { "\(code): \(message)" }

  /// Whether both have the same reason.
  public static func == (left: AppleKeySetError, right: AppleKeySetError) -> Bool {
    left.code == right.code
  }
}
