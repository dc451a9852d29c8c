import BramleyCrypto
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes identity tokens as the settings say.
struct TokenMint: Sendable {
  let issuer: String
  let keys: ServiceKeySet
  let random: any RandomSource

  /// What accompanies a token, hashed into it.
  enum Companion: Sendable {
    /// Delivered together with a code: `c_hash`.
    case code(String)
    /// Delivered with an access token: `at_hash`.
    case accessToken(String)
  }

  /// What differs from one token to the next.
  struct Order: Sendable {
    let person: PersonClaims
    let audience: String
    var nonce: String?
    var companion: Companion
    var realUserStatus: Int?
    let authenticatedAt: Date
    /// Apple's clock, the skew applied.
    let now: Date
  }

  /// Makes one; the person's identity comes from the grant alone, whatever the request said (A01).
  func mint(_ order: Order, settings: Settings, flaw: ServiceKeySet.Flaw) throws -> String {
    let issuedAt = Int(order.now.timeIntervalSince1970.rounded(.down))
    var claims = IdentityTokenClaims(
      issuer: issuer, audience: order.audience, issuedAt: issuedAt,
      expiresAt: issuedAt + settings.tokenLifetime, person: order.person, flags: flagStyle(settings))
    claims.authenticatedAt = Int(order.authenticatedAt.timeIntervalSince1970.rounded(.down))
    claims.nonce = order.nonce
    claims.nonceSupported = settings.nonceSupported ? true : nil
    claims.realUserStatus = order.realUserStatus
    switch order.companion {
    case .code(let code): claims.codeHash = Self.leftHalfHash(code)
    case .accessToken(let token): claims.accessTokenHash = Self.leftHalfHash(token)
    }
    return try keys.sign(JSON.encode(claims), flaw: flaw)
  }

  private func flagStyle(_ settings: Settings) -> IdentityTokenClaims.FlagStyle {
    let dice = random.bytes(1).first ?? 0
    let always = settings.privateEmailFlagAlways
    return switch settings.flagsAs {
    case .string: .init(asText: true, writesFalsePrivate: always)
    case .boolean: .init(asText: false, writesFalsePrivate: always)
    case .random: .init(asText: dice & 1 == 1, writesFalsePrivate: always || dice & 2 == 2)
    }
  }

  /// The left half of SHA-256, base64url.
  ///
  /// - Standard: OIDC Core §3.1.3.6, §3.3.2.11.
  static func leftHalfHash(_ text: String) -> String {
    Base64URL.encode(Array(SHA256.digest(Array(text.utf8)).bytes.prefix(16)))
  }
}
