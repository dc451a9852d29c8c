/// A refusal by one of the primitives in this target.
///
/// Equality looks at the code alone. The message never holds a key, a secret or a plaintext.
public struct CryptoError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The stable name of a reason; open, because primitives may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name as written in logs.
    public let rawValue: String

    /// Takes a name as is.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The stable reason.
  public let code: Code
  /// A sentence for developers that says what to do.
  public let message: String

  /// Makes an error from its parts.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Code and sentence, for logs.
  public var description: String { "\(code.rawValue): \(message)" }

  /// Whether both have the same reason.
  public static func == (left: CryptoError, right: CryptoError) -> Bool { left.code == right.code }
}

extension CryptoError.Code {
  /// Nothing but white space where a key was expected.
  public static let keyEmpty = Self(rawValue: "key_empty")
  /// Text or bytes that hold no key at all.
  public static let notAKey = Self(rawValue: "not_a_key")
  /// An RSA key where a P-256 key belongs.
  public static let rsaKey = Self(rawValue: "rsa_key")
  /// A private key under a passphrase.
  public static let encryptedKey = Self(rawValue: "encrypted_key")
  /// An elliptic-curve key on another curve than P-256.
  public static let wrongCurve = Self(rawValue: "wrong_curve")
  /// A key whose end is missing.
  public static let truncatedKey = Self(rawValue: "truncated_key")
  /// A public key where a private key belongs.
  public static let publicKey = Self(rawValue: "public_key")
  /// A certificate where a private key belongs.
  public static let certificate = Self(rawValue: "certificate")
  /// A key whose numbers do not make a valid key.
  public static let invalidKey = Self(rawValue: "invalid_key")
  /// A key outside the sizes we accept.
  public static let keySize = Self(rawValue: "key_size")
  /// A sealed value that was altered, or sealed under another key or binding.
  public static let sealBroken = Self(rawValue: "seal_broken")
  /// A key id that the ring does not hold.
  public static let unknownKeyID = Self(rawValue: "unknown_key_id")
  /// A password hash whose text or cost is outside what we accept.
  public static let passwordHash = Self(rawValue: "password_hash")
  /// The library refused for a reason of its own, such as memory.
  public static let library = Self(rawValue: "library")
}
