public import BramleyCrypto

/// A public key that is bound to one algorithm.
public enum VerificationKey: Sendable {
  /// A key for `RS256`.
  case rs256(RSAPublicKey)
  /// A key for `ES256`.
  case es256(P256PublicKey)

  /// The one algorithm this key is used with.
  public var algorithm: SignatureAlgorithm {
    switch self {
    case .rs256: .rs256
    case .es256: .es256
    }
  }

  /// Tells whether a signature belongs to the message with this digest.
  public func isValid(signature: [UInt8], digest: SHA256Digest) -> Bool {
    switch self {
    case .rs256(let key): key.verifyPKCS1SHA256(signature: signature, digest: digest)
    case .es256(let key): key.verify(signature: signature, digest: digest)
    }
  }

  /// The key's thumbprint, which serves as a key id that nobody has to invent.
  ///
  /// - Standard: RFC 7638 §3, with SHA-256, as base64url.
  public var thumbprint: String {
    // The members in lexical order, without white space: the RFC fixes these very bytes.
    let json =
      switch self {
      case .rs256(let key):
        #"{"e":"\#(Base64URL.encode(key.exponent))","kty":"RSA","n":"\#(Base64URL.encode(key.modulus))"}"#
      case .es256(let key):
        #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL.encode(key.x))","y":"\#(Base64URL.encode(key.y))"}"#
      }
    return Base64URL.encode(SHA256.digest(utf8: json).bytes)
  }
}
