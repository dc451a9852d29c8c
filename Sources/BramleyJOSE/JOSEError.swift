/// A refusal of a token, a key or a key set.
///
/// Equality looks at the code alone. The message never holds a token, a signature or a key.
public struct JOSEError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The stable name of a reason; open, because checks may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name as written in logs.
    public let rawValue: String

    /// Takes a name as is.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The stable reason.
  public let code: Code
  /// A sentence for developers.
  public let message: String

  /// Makes an error from its parts.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Code and sentence, for logs.
  public var description: String { "\(code.rawValue): \(message)" }

  /// Whether both have the same reason.
  public static func == (left: JOSEError, right: JOSEError) -> Bool { left.code == right.code }
}

extension JOSEError.Code {
  /// More bytes than a token or key set may have.
  public static let tooLong = Self(rawValue: "too_long")
  /// Not three parts between two dots.
  public static let notCompact = Self(rawValue: "not_compact")
  /// A part that is not the one base64url spelling of some bytes.
  public static let notBase64URL = Self(rawValue: "not_base64url")
  /// Bytes that are not JSON, or not an object where one belongs.
  public static let invalidJSON = Self(rawValue: "invalid_json")
  /// A member name that stands twice in one object.
  public static let duplicateMember = Self(rawValue: "duplicate_member")
  /// Objects and arrays nested deeper than allowed.
  public static let tooDeep = Self(rawValue: "too_deep")
  /// An object with more members than allowed.
  public static let tooManyMembers = Self(rawValue: "too_many_members")
  /// A header member of the wrong type, or missing.
  public static let invalidHeader = Self(rawValue: "invalid_header")
  /// A header that asks for an extension; none is supported.
  public static let criticalHeader = Self(rawValue: "critical_header")
  /// An algorithm that is not in our list.
  public static let unsupportedAlgorithm = Self(rawValue: "unsupported_algorithm")
  /// An algorithm other than the one of the key.
  public static let algorithmMismatch = Self(rawValue: "algorithm_mismatch")
  /// A key id that the key set does not hold.
  public static let unknownKeyID = Self(rawValue: "unknown_key_id")
  /// A signature that does not belong to the token.
  public static let invalidSignature = Self(rawValue: "invalid_signature")
  /// A claim that is missing, or of the wrong type.
  public static let invalidClaims = Self(rawValue: "invalid_claims")
  /// A token used after its time.
  public static let expired = Self(rawValue: "expired")
  /// A token used before its time.
  public static let notYetValid = Self(rawValue: "not_yet_valid")
  /// A token that claims to have been issued in the future.
  public static let issuedInFuture = Self(rawValue: "issued_in_future")
  /// A key that cannot be used here.
  public static let unusableKey = Self(rawValue: "unusable_key")
  /// A set that mixes symmetric and asymmetric keys.
  public static let mixedKeySet = Self(rawValue: "mixed_key_set")
  /// Two keys of one set with the same id.
  public static let duplicateKeyID = Self(rawValue: "duplicate_key_id")
  /// A set with more keys than allowed.
  public static let tooManyKeys = Self(rawValue: "too_many_keys")
  /// A set without a single key that can be used.
  public static let noUsableKey = Self(rawValue: "no_usable_key")
  /// A signature that could not be made.
  public static let signingFailed = Self(rawValue: "signing_failed")
}
