import BramleyCrypto

/// A text that nobody can guess, made for one request.
///
/// 32 bytes of the system's random source in base64url: every value is as likely as any other, and each
/// character may stand in a form that nobody encodes.
public struct RawNonce: Hashable, Sendable {
  /// The raw text, which the service wants.
  public let text: String

  /// A new nonce from the system's random source.
  public init() { self.init(randomBytes: SystemRandomSource().bytes) }

  /// A new nonce from another source, which must be a cryptographic one.
  public init(randomBytes: (Int) -> [UInt8]) { text = Base64URL.encode(randomBytes(32)) }

  /// The lower-case hex SHA-256 of the UTF-8 text, which Apple's request wants.
  public var hashed: String { Hex.encode(SHA256.digest(Array(text.utf8)).bytes) }
}

extension RawNonce: CustomStringConvertible {
  /// Does not show the text.
  public var description: String { "RawNonce(…)" }
}
