/// The signature algorithms that are accepted anywhere in this project.
///
/// HMAC and `none` are absent on purpose: a verification key is always public here, so no header can turn
/// one into a shared secret (RFC 8725 §3.1).
///
/// - Standard: RFC 7518 §3.1.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// RSASSA-PKCS1-v1_5 with SHA-256; what Apple signs with.
  case rs256 = "RS256"
  /// ECDSA on P-256 with SHA-256; client secrets, and our own tokens by default.
  case es256 = "ES256"
}
