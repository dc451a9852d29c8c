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
  ///
  /// The usual type of a claim is tried in place and only then an odd one: a nested decoder for each claim
  /// would double the time.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func time(_ key: CodingKeys) throws -> Date? {
      guard let seconds = try container.decodeIfPresent(Double.self, forKey: key) else { return nil }
      guard let date = NumericDate(secondsSince1970: seconds)?.date else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "The time is out of range.")
      }
      return date
    }
    func required(_ key: CodingKeys) throws -> Date {
      if let date = try time(key) { return date }
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "The time is missing.")
    }
    issuer = try container.decode(String.self, forKey: .iss)
    subject = AppleSubject(try container.decode(String.self, forKey: .sub))
    guard (1...255).contains(subject.rawValue.utf8.count) else {
      throw DecodingError.dataCorruptedError(
        forKey: .sub, in: container, debugDescription: "The subject is empty or too long.")
    }
    audience = try container.singleAudience(.aud)
    issuedAt = try required(.iat)
    expiresAt = try required(.exp)
    notBefore = try time(.nbf)
    let nonce = try container.decodeIfPresent(String.self, forKey: .nonce)
    self.nonce = nonce?.isEmpty == true ? nil : nonce
    isNonceSupported = container.lenientFlag(.nonceSupported)
    email = container.lenientText(.email)
    isEmailVerified = container.lenientFlag(.emailVerified)
    isPrivateEmail = container.lenientFlag(.isPrivateEmail)
    realUserStatus = container.lenientNumber(.realUserStatus).flatMap(Int.init(exactly:))
      .map(RealUserStatus.init)
    authenticatedAt = try time(.authTime)
    codeHash = try container.decodeIfPresent(String.self, forKey: .codeHash)
    accessTokenHash = try container.decodeIfPresent(String.self, forKey: .accessTokenHash)
    transferSubject = container.lenientText(.transferSubject)
    organizationID = container.lenientText(.organizationID)
    scopes = container.lenientText(.scopes)
  }
}
