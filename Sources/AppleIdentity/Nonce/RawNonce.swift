public import BramleyCrypto

/// The random value that a client keeps while Apple sees only its hash.
///
/// Whoever holds a stolen identity token knows the hash but not this value, which is what makes the nonce
/// worth checking.
public struct RawNonce: Sendable, Equatable {
  private let value: Secret

  /// Takes a value as a client sent it.
  public init(_ text: String) { value = Secret(utf8: text) }

  /// Makes a random value of 64 different characters that need no escaping anywhere.
  ///
  /// - Parameters:
  ///   - length: How many characters, 22 to 128; 32 carry 192 bits.
  ///   - random: Where the randomness comes from.
  public static func random(
    length: Int = 32, using random: some RandomSource = SystemRandomSource()
  ) -> RawNonce {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    // Six bits a character: 64 divides 256, so that no character is likelier than another.
    let characters = random.bytes(min(max(length, 22), 128)).map { alphabet[Int($0 & 63)] }
    return RawNonce(String(decoding: characters, as: UTF8.self))
  }

  /// Whether nothing was sent.
  public var isEmpty: Bool { value.isEmpty }

  /// What goes to Apple: SHA-256 in lower-case hexadecimal, 64 characters.
  public var hashed: String { digest.hex }

  /// The value itself, for the request to our server.
  public func reveal() -> String { value.revealText() ?? "" }

  var digest: SHA256Digest { value.withBytes { SHA256.digest($0) } }
}
