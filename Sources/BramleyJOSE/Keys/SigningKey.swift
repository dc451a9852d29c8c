public import BramleyCrypto

/// A private key that is bound to one algorithm.
public enum SigningKey: Sendable {
  /// A key for `RS256`.
  case rs256(RSAPrivateKey)
  /// A key for `ES256`.
  case es256(P256PrivateKey)

  /// What makes a signature of a message.
  package typealias Work = @Sendable ([UInt8]) throws(CryptoError) -> [UInt8]

  /// Makes a new key for an algorithm; for `RS256` of 2048 bits, which takes a while.
  public static func generate(_ algorithm: SignatureAlgorithm) throws(CryptoError) -> SigningKey {
    switch algorithm {
    case .rs256: .rs256(try RSAPrivateKey.generate())
    case .es256: .es256(try P256PrivateKey.generate())
    }
  }

  /// The one algorithm this key is used with.
  public var algorithm: SignatureAlgorithm { verificationKey.algorithm }

  /// The public half.
  public var verificationKey: VerificationKey {
    switch self {
    case .rs256(let key): .rs256(key.publicKey)
    case .es256(let key): .es256(key.publicKey)
    }
  }

  /// Signs a message, in the form that JWS wants.
  ///
  /// - Throws: ``JOSEError`` `signing_failed` when the library refuses, as without memory.
  public func sign(_ message: [UInt8]) throws(JOSEError) -> [UInt8] {
    try Self.sign(message) { message throws(CryptoError) in
      switch self {
      case .rs256(let key): try key.signPKCS1SHA256(message)
      case .es256(let key): try key.sign(message)
      }
    }
  }

  /// Signs by any work of the library.
  static func sign(_ message: [UInt8], by work: ([UInt8]) throws(CryptoError) -> [UInt8]) throws(JOSEError)
    -> [UInt8]
  {
    do throws(CryptoError) { return try work(message) } catch {
      throw JOSEError(.signingFailed, error.message)
    }
  }
}
