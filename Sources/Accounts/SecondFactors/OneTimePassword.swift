import BramleyCrypto

/// Time-based one-time passwords of six digits, thirty seconds each (wire §4.16).
///
/// - Standard: RFC 6238 with HMAC-SHA-1, RFC 4226 §5.3.
enum OneTimePassword {
  static let digits = 6
  static let period: Int64 = 30

  /// The password of a time step; nil when it cannot be computed.
  static func password(secret: Secret, step: Int64) -> String? {
    let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * Int64($0))) }
    guard let code = HMACSHA1.authenticationCode(for: message, key: secret), code.count == 20 else { return nil }
    let offset = Int(code[19] & 0x0f)
    let number = code[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
    let text = String(number % 1_000_000)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// The step that a password belongs to: the current one or a neighbour, but later than the last one used.
  static func step(of password: String, secret: Secret, at now: Timestamp, after last: Int64?) -> Int64? {
    let current = now.seconds / period
    var found: Int64?
    for step in [current - 1, current, current + 1] where step > last ?? -1 {
      // Every candidate is compared, so that time tells nothing of which one fits.
      if let expected = Self.password(secret: secret, step: step), constantTimeEquals(expected, password) {
        found = step
      }
    }
    return found
  }

  /// The secret as authenticator apps take it: base32 without padding (RFC 4648 §6).
  static func text(of secret: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    var out: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for byte in secret {
      buffer = (buffer << 8 | UInt32(byte)) & 0xffff
      bits += 8
      while bits >= 5 {
        bits -= 5
        out.append(alphabet[Int(buffer >> UInt32(bits)) & 31])
      }
    }
    if bits > 0 { out.append(alphabet[Int(buffer << UInt32(5 - bits)) & 31]) }
    return String(decoding: out, as: UTF8.self)
  }
}
