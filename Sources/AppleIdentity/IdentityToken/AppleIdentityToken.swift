#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import BramleyJOSE

/// The claims of Apple's identity token, each as a typed value.
///
/// Members that are not listed here are ignored. Apple's page "Authenticating users with Sign in with
/// Apple", section on the identity token.
public struct AppleIdentityToken: Sendable {
  /// `iss`: who issued it.
  public let issuer: String
  /// `sub`: the person, as this developer team knows them.
  public let subject: AppleSubject
  /// `aud`: the app it was issued to.
  public let audience: ClientID
  /// `iat`: when it was issued.
  public let issuedAt: Date
  /// `exp`: when it ends.
  public let expiresAt: Date
  /// `nbf`: when it begins; Apple has never sent one.
  public let notBefore: Date?
  /// `nonce`: verbatim what the request carried.
  public let nonce: String?
  /// `nonce_supported`: whether the platform passes nonces on.
  public let isNonceSupported: Bool
  /// `email`: a real or a relay address; not an identifier, and absent for some accounts.
  public let email: String?
  /// `email_verified`: whether Apple has verified the address; true only for `true` and `"true"`.
  public let isEmailVerified: Bool
  /// `is_private_email`: whether the address is a relay; absent means no.
  public let isPrivateEmail: Bool
  /// `real_user_status`: only at the first native sign-in.
  public let realUserStatus: RealUserStatus?
  /// `auth_time`: when the person proved who they are.
  public let authenticatedAt: Date?
  /// `c_hash`: binds an authorization code to the token.
  public let codeHash: String?
  /// `at_hash`: binds an access token to the token.
  public let accessTokenHash: String?
  /// `transfer_sub`: for 60 days after an app changed teams.
  public let transferSubject: String?
  /// `org_id`: only for Managed Apple Accounts.
  public let organizationID: String?
  /// `scopes`: only for school accounts.
  public let scopes: String?
}

extension AppleIdentityToken: Decodable {
  enum CodingKeys: String, CodingKey {
    case iss, sub, aud, iat, exp, nbf, nonce, email, scopes
    case nonceSupported = "nonce_supported"
    case emailVerified = "email_verified"
    case isPrivateEmail = "is_private_email"
    case realUserStatus = "real_user_status"
    case authTime = "auth_time"
    case codeHash = "c_hash"
    case accessTokenHash = "at_hash"
    case transferSubject = "transfer_sub"
    case organizationID = "org_id"
  }

  /// Reads the claims: what a decision rests on must have its type, everything else may be odd.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func flag(_ key: CodingKeys) throws -> Bool {
      try container.decodeIfPresent(LenientFlag.self, forKey: key)?.isTrue ?? false
    }
    func text(_ key: CodingKeys) throws -> String? {
      try container.decodeIfPresent(LenientText.self, forKey: key)?.text
    }
    issuer = try container.decode(String.self, forKey: .iss)
    subject = AppleSubject(try container.decode(String.self, forKey: .sub))
    guard (1...255).contains(subject.rawValue.utf8.count) else {
      throw DecodingError.dataCorruptedError(
        forKey: .sub, in: container, debugDescription: "The subject is empty or too long.")
    }
    audience = try container.decode(SingleAudience.self, forKey: .aud).clientID
    issuedAt = try container.decode(NumericDate.self, forKey: .iat).date
    expiresAt = try container.decode(NumericDate.self, forKey: .exp).date
    notBefore = try container.decodeIfPresent(NumericDate.self, forKey: .nbf)?.date
    let nonce = try container.decodeIfPresent(String.self, forKey: .nonce)
    self.nonce = nonce?.isEmpty == true ? nil : nonce
    isNonceSupported = try flag(.nonceSupported)
    email = try text(.email)
    isEmailVerified = try flag(.emailVerified)
    isPrivateEmail = try flag(.isPrivateEmail)
    let status = try container.decodeIfPresent(LenientNumber.self, forKey: .realUserStatus)?.value
    realUserStatus = status.flatMap(Int.init(exactly:)).map(RealUserStatus.init)
    authenticatedAt = try container.decodeIfPresent(NumericDate.self, forKey: .authTime)?.date
    codeHash = try container.decodeIfPresent(String.self, forKey: .codeHash)
    accessTokenHash = try container.decodeIfPresent(String.self, forKey: .accessTokenHash)
    transferSubject = try text(.transferSubject)
    organizationID = try text(.organizationID)
    scopes = try text(.scopes)
  }
}
