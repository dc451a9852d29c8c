/// A fault in what was configured for Apple, found before Apple is asked.
///
/// Equality looks at the code alone. A key never appears.
public struct AppleSetupError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The stable name of a reason; open, because checks may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name as written in logs.
    public let rawValue: String

    /// Takes a name as is.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing where the private key was expected.
    public static let keyEmpty = Code(rawValue: "key_empty")
    /// Something that is no key at all.
    public static let notAKey = Code(rawValue: "not_a_key")
    /// An RSA key.
    public static let rsaKey = Code(rawValue: "rsa_key")
    /// A key under a passphrase.
    public static let encryptedKey = Code(rawValue: "encrypted_key")
    /// A key on another curve than P-256.
    public static let wrongCurve = Code(rawValue: "wrong_curve")
    /// A key whose end is missing.
    public static let truncatedKey = Code(rawValue: "truncated_key")
    /// A public key.
    public static let publicKey = Code(rawValue: "public_key")
    /// A certificate.
    public static let certificate = Code(rawValue: "certificate")
    /// A key whose numbers are wrong.
    public static let invalidKey = Code(rawValue: "invalid_key")
    /// A file that is not there.
    public static let fileNotFound = Code(rawValue: "file_not_found")
    /// A file that cannot be read.
    public static let fileUnreadable = Code(rawValue: "file_unreadable")
    /// A `config.json` that lacks something, or is none.
    public static let invalidConfigFile = Code(rawValue: "invalid_config_file")
    /// A lifetime of client secrets outside what Apple accepts.
    public static let secretLifetime = Code(rawValue: "secret_lifetime")
    /// A client secret that could not be signed.
    public static let signingFailed = Code(rawValue: "signing_failed")
  }

  /// The stable reason.
  public let code: Code
  /// What is wrong and what would be right.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Code and sentence, for logs.
  public var description: String { "\(code.rawValue): \(message)" }

  /// Whether both have the same reason.
  public static func == (left: AppleSetupError, right: AppleSetupError) -> Bool {
    left.code == right.code
  }
}
