import BramleyCrypto

/// Writes and reads refresh tokens and browser tokens: what they name, under a MAC (decision 9).
///
/// The layout is kind ‖ length of key id ‖ key id ‖ session id (8) ‖ generation (8) ‖ HMAC-SHA-256 (32) in
/// base64url. Garbage is refused without the store, and a stolen store forges nothing.
struct RefreshTokenCodec: Sendable {
  /// What a token is good for.
  enum Kind: UInt8, Sendable {
    /// To refresh a session.
    case refresh = 1
    /// To stand for a session in a page's cookie.
    case browser = 2
  }

  /// What a token names.
  struct Content: Sendable, Hashable {
    var session: Session.ID
    var generation: Int64
  }

  private let ring: HMACKeyRing
  private static let macLength = 32

  init(_ keys: MasterKeyRing) throws(AccountsError) {
    do throws(CryptoError) {
      ring = try HMACKeyRing(keys, purpose: "accounts/refresh-token")
    } catch {
      throw AccountsError(.unavailable, reason: "refresh token key: \(error.code.rawValue)")
    }
  }

  /// The token of a content under the current key.
  func encode(_ content: Content, as kind: Kind) -> Secret {
    let keyID = Array(ring.currentID.utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 + keyID.count + 16 + Self.macLength)
    bytes.append(kind.rawValue)
    bytes.append(UInt8(truncatingIfNeeded: keyID.count))
    bytes += keyID
    bytes += Self.bigEndian(content.session.number)
    bytes += Self.bigEndian(content.generation)
    bytes += ring.current.authenticationCode(for: bytes)
    return Secret(bytes: Base64URL.encodeToBytes(bytes))
  }

  /// What a token names, or nil for anything that we did not write for that purpose.
  func decode(_ token: Secret, as kind: Kind) -> Content? {
    guard token.count <= 512, let bytes = token.withBytes({ Base64URL.decode($0) }),
      bytes.count > 2 + 16 + Self.macLength, bytes[0] == kind.rawValue
    else { return nil }
    let idLength = Int(bytes[1])
    let contentStart = 2 + idLength
    let macStart = contentStart + 16
    guard idLength > 0, bytes.count == macStart + Self.macLength,
      let id = String(validating: bytes[2..<contentStart], as: UTF8.self), let key = ring.key(id),
      key.isValid(Array(bytes[macStart...]), for: Array(bytes[..<macStart]))
    else { return nil }
    let session = Self.number(bytes[contentStart..<contentStart + 8])
    let generation = Self.number(bytes[contentStart + 8..<macStart])
    guard session > 0, generation >= 0 else { return nil }
    return Content(session: Session.ID(number: session), generation: generation)
  }

  private static func bigEndian(_ number: Int64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * Int64($0))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
