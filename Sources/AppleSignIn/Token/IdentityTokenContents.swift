import BramleyCrypto
import Foundation

/// What an identity token says, read without checking its signature.
///
/// The service checks everything. These checks find a mix-up on the device before anything is sent.
struct IdentityTokenContents: Sendable {
  let subject: String
  let audience: String
  let expiry: Date
  let nonce: String?
  let email: String?

  init(_ token: String) throws(AppleSignInError) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard token.utf8.count <= 16_384, parts.count == 3, let payload = Base64URL.decode(String(parts[1])),
      let claims = try? JSONDecoder().decode(Claims.self, from: Data(payload)),
      claims.exp.isFinite
    else { throw AppleSignInError(.unreadableToken) }
    subject = claims.sub
    audience = claims.aud.text
    expiry = Date(timeIntervalSince1970: claims.exp)
    nonce = claims.nonce
    email = claims.email
  }

  /// Compares the token with the request that it answers.
  func check(
    user: String, nonce expected: RawNonce, audiences: Set<String>, now: Date, tolerance: Duration
  ) throws(AppleSignInError) {
    guard subject == user else { throw AppleSignInError(.subjectMismatch) }
    // A second tap that overwrote the nonce, or a token of another request.
    guard nonce == expected.hashed else { throw AppleSignInError(.nonceMismatch) }
    guard audiences.isEmpty || audiences.contains(audience) else {
      throw AppleSignInError(.audienceMismatch)
    }
    guard now < expiry.addingTimeInterval(TimeInterval(tolerance.components.seconds)) else {
      throw AppleSignInError(.tokenExpired)
    }
  }

  private struct Claims: Decodable {
    let sub: String
    let aud: Audience
    let exp: Double
    let nonce: String?
    let email: String?
  }

  /// A text, or a list of one, which RFC 7519 §4.1.3 makes the same.
  private struct Audience: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        self.text = text
      } else {
        let list = try value.decode([String].self)
        guard list.count == 1, let text = list.first else {
          throw DecodingError.dataCorruptedError(in: value, debugDescription: "aud names not one audience")
        }
        self.text = text
      }
    }
  }
}
