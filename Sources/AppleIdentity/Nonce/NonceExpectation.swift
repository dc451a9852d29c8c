import BramleyCrypto

/// What a token's nonce must be.
public enum NonceExpectation: Sendable {
  /// The lower-case hex SHA-256 of a raw value that the client sent.
  ///
  /// Only the hash counts here: were the claim itself taken as a raw value, a stolen token would bring its
  /// own nonce (R14).
  case hashed(of: RawNonce)
  /// The very text, where our server made it for its own web flow.
  case verbatim(String)
  /// The request carries none: passes only for a token without nonce, and only where none is required.
  case missingInRequest
  /// The token's nonce does not matter, as with tokens that Apple's token endpoint gave us directly.
  case notRequired

  /// Compares a token's nonce with the expectation.
  ///
  /// - Returns: Whether the nonces were compared and found equal.
  func check(_ claims: AppleIdentityToken, isRequired: Bool) throws(IdentityTokenError) -> Bool {
    switch self {
    case .notRequired: return false
    case .hashed(let raw) where !raw.isEmpty:
      guard let nonce = try Self.nonce(in: claims, isRequired: isRequired) else { return false }
      if constantTimeEquals(nonce, raw.hashed) { return true }
      throw Self.mismatch(nonce, digest: raw.digest)
    case .verbatim(let text) where !text.isEmpty:
      guard let nonce = try Self.nonce(in: claims, isRequired: isRequired) else { return false }
      if constantTimeEquals(nonce, text) { return true }
      throw IdentityTokenError(.nonceMismatch, "The nonce in the token is not the one of this sign-in.")
    case .hashed, .verbatim, .missingInRequest:
      // An empty value is none: else the hash of nothing would pass for a nonce.
      if claims.nonce != nil {
        throw IdentityTokenError(
          .nonceMissingInRequest, "The token carries a nonce; send the raw value with the request.")
      }
      if isRequired { throw Self.missingInToken }
      return false
    }
  }

  /// The token's nonce; `nil` only where the platform does not support one and none is required.
  private static func nonce(
    in claims: AppleIdentityToken, isRequired: Bool
  ) throws(IdentityTokenError) -> String? {
    if let nonce = claims.nonce { return nonce }
    if claims.isNonceSupported || isRequired { throw missingInToken }
    return nil
  }

  private static func mismatch(_ nonce: String, digest: SHA256Digest) -> IdentityTokenError {
    let unpadded = String(nonce.prefix { $0 != "=" })
    let spelled =
      unpadded == Base64URL.encode(digest.bytes)
      || nonce == Base64.encode(digest.bytes) || nonce + "=" == Base64.encode(digest.bytes)
      || Hex.decode(nonce).map { constantTimeEquals($0, digest.bytes) } == true
    guard spelled else {
      return IdentityTokenError(
        .nonceMismatch, "The nonce in the token is not the SHA-256 of the raw nonce in the request.")
    }
    return IdentityTokenError(
      .nonceSpelling,
      "The nonce has the right digest in the wrong spelling: give Apple 64 lower-case hex digits, not base64."
    )
  }

  private static let missingInToken = IdentityTokenError(
    .nonceMissingInToken,
    """
    The token carries no nonce. On the device: make a random nonce; set request.nonce to its SHA-256 in \
    lower-case hex; send the random nonce itself with the token.
    """)
}
