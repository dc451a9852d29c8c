import BramleyCrypto
import Foundation

/// What a token says, read without checking its signature: good for this device's own bookkeeping only.
struct TokenClaims: Decodable, Sendable {
  let sub: String
  let email: String?
  let exp: Double?
  let iat: Double?
  let auth_time: Double?
  let sid: String?
  let firebase: Firebase?

  struct Firebase: Decodable, Sendable { let sign_in_provider: String? }

  init?(_ token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard token.utf8.count <= 16_384, parts.count == 3, let payload = Base64URL.decode(String(parts[1])),
      let claims = try? JSONDecoder().decode(TokenClaims.self, from: Data(payload)), !claims.sub.isEmpty
    else { return nil }
    self = claims
  }
}
