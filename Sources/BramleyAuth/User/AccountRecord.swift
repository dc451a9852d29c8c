public import Foundation

/// What the service says about an account.
struct AccountRecord: Codable, Sendable, Equatable {
  var localId: String
  var email: String?
  var emailVerified: Bool?
  var displayName: String?
  var photoUrl: String?
  var createdAt: String?
  var lastLoginAt: String?
  var providerUserInfo: [UserInfo]?
  var passwordHash: String?

  init(localId: String) { self.localId = localId }

  /// The record without what this device has no use for.
  var kept: AccountRecord {
    var kept = self
    kept.passwordHash = nil
    return kept
  }
}

/// One way in of an account.
public struct UserInfo: Codable, Sendable, Equatable {
  /// The provider, such as `apple.com`.
  public let providerID: String
  /// The identifier at the provider; Apple's for `apple.com`.
  public let uid: String?
  /// The address at the provider.
  public let email: String?
  /// The name at the provider.
  public let displayName: String?

  private enum CodingKeys: String, CodingKey {
    case providerID = "providerId"
    case uid = "rawId"
    case email, displayName
  }
}

/// When an account was made and last signed in to.
public struct UserMetadata: Sendable, Equatable {
  /// When it was made.
  public let creationDate: Date?
  /// When someone last signed in.
  public let lastSignInDate: Date?

  init(_ record: AccountRecord) {
    creationDate = Self.date(record.createdAt)
    lastSignInDate = Self.date(record.lastLoginAt)
  }

  private static func date(_ milliseconds: String?) -> Date? {
    milliseconds.flatMap(Double.init).map { Date(timeIntervalSince1970: $0 / 1000) }
  }
}
