public import BramleyCrypto

/// The random value that a client keeps while Apple sees only its hash.
///
/// Whoever holds a stolen identity token knows the hash but not this value, which is what makes the nonce
/// worth checking.
public struct RawNonce: Sendable, Equatable {
  private let value: Secret

  /// Takes a value as a client sent it.
  public init(_ text: String) { value = Secret(utf8: text) }

  /// Makes a random value of letters and digits, each equally likely.
  ///
  /// - Parameters:
  ///   - length: How many characters, 16 to 128; 32 carry 190 bits.
  ///   - random: Where the randomness comes from.
  public static func random(
    length: Int = 32, using random: some RandomSource = SystemRandomSource()
  ) -> RawNonce {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    // 248 is the largest multiple of 62 in a byte: a remainder of more would favour the first letters.
    let fair = 256 / alphabet.count * alphabet.count
    let length = min(max(length, 16), 128)
    var characters: [UInt8] = []
    while characters.count < length {
      for byte in random.bytes(length) where Int(byte) < fair && characters.count < length {
        characters.append(alphabet[Int(byte) % alphabet.count])
      }
    }
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
