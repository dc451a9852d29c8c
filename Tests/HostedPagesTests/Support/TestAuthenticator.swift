import BramleyCrypto

@testable import Accounts

/// An authenticator app: one-time passwords out of the key as the page shows it (RFC 6238).
enum TestAuthenticator {
  static func code(_ key: String, _ now: Timestamp) -> String {
    OneTimePassword.password(secret: Secret(bytes: bytes(key)), step: now.seconds / 30) ?? ""
  }

  private static func bytes(_ base32: String) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var out: [UInt8] = []
    var (buffer, bits) = (UInt32(0), 0)
    for letter in base32 {
      guard let value = alphabet.firstIndex(of: letter) else { continue }
      buffer = (buffer << 5 | UInt32(value)) & 0xffff
      bits += 5
      if bits >= 8 {
        bits -= 8
        out.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    return out
  }
}
