import BramleyCrypto
import BramleyJOSE

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Builds the claims of our ID tokens and session cookies (wire §5.1, §5.2) and has them signed.
struct TokenMinter: Sendable {
  let policy: AccountsPolicy
  let signer: any TokenSigner

  /// An ID token of a session.
  func idToken(of account: Account, in session: Session, at now: Timestamp) throws(AccountsError) -> Secret {
    try signer.sign(
      claims(of: account, in: session, issuer: policy.issuer, from: now, lifetime: policy.tokenLifetime))
  }

  /// A session cookie.
  func sessionCookie(of account: Account, in session: Session, at now: Timestamp, lifetime: Duration)
    throws(AccountsError) -> Secret
  {
    try signer.sign(
      claims(of: account, in: session, issuer: policy.cookieIssuer, from: now, lifetime: lifetime))
  }

  private func claims(
    of account: Account, in session: Session, issuer: String, from now: Timestamp, lifetime: Duration
  ) throws(AccountsError) -> [UInt8] {
    var custom = account.customAttributes.flatMap { CustomClaims.object(Array($0.utf8)) } ?? [:]
    var second: (kind: String?, id: String?)
    if let text = session.customClaims, let claims = CustomClaims.object(Array(text.utf8)) {
      // Nobody outside may set the member `firebase`, so that it stands for the second factor here.
      if case .object(let own) = claims["firebase"] {
        second = (own["sign_in_second_factor"]?.textValue, own["second_factor_identifier"]?.textValue)
      }
      custom.merge(claims) { $1 }
    }
    custom = custom.filter { !CustomClaims.reserved.contains($0.key) }
    var writer = JSONWriter(capacity: 1024)
    let added = try Self.text(of: custom)
    writer.object { writer in
      // Their names are not among ours, so the members stand side by side.
      writer.members(added.dropFirst().dropLast())
      writer.member("iss", issuer)
      writer.member("aud", policy.projectID)
      writer.member("sub", account.id.text)
      writer.member("user_id", account.id.text)
      writer.member("sid", session.id.text)
      writer.member("iat", now.seconds)
      writer.member("exp", (now + lifetime).seconds)
      writer.member("auth_time", session.authTime.seconds)
      writer.member("name", custom["name"] == nil ? account.displayName : nil)
      writer.member("picture", custom["picture"] == nil ? account.photoURL : nil)
      writer.member("email", account.email)
      writer.member("email_verified", account.email == nil ? nil : account.isEmailVerified)
      writer.member("phone_number", account.phoneNumber)
      writer.member("provider_id", session.signInProvider == .anonymous ? ProviderID.anonymous.rawValue : nil)
      writer.member("firebase") { writer in
        writer.member("identities") { Self.write(identitiesOf: account, to: &$0) }
        writer.member("sign_in_provider", session.signInProvider.rawValue)
        writer.member("sign_in_second_factor", second.kind)
        writer.member("second_factor_identifier", second.id)
      }
    }
    return writer.bytes
  }

  private static func write(identitiesOf account: Account, to writer: inout JSONWriter) {
    let identities = account.identities
    // A name stands once: an imported identity of such a name speaks for itself.
    if let email = account.email, !identities.contains(where: { $0.provider.rawValue == "email" }) {
      writer.member(named: "email", listOf: email)
    }
    if let phone = account.phoneNumber, !identities.contains(where: { $0.provider == .phone }) {
      writer.member(named: "phone", listOf: phone)
    }
    for identity in identities { writer.member(named: identity.provider.rawValue, listOf: identity.subject) }
  }

  /// The JSON text of the claims that an operator added; their shape is not ours to know.
  private static func text(of custom: [String: JSONMember]) throws(AccountsError) -> [UInt8] {
    guard !custom.isEmpty else { return [] }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      return Array(try encoder.encode(custom))
    } catch {
      throw AccountsError(.unavailable, reason: "claims cannot be written as JSON")
    }
  }
}
