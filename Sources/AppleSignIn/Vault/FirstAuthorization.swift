public import Foundation

/// What Apple gives at a person's first authorization of an app, and never again.
public struct FirstAuthorization: Codable, Sendable, Equatable {
  /// The person's identifier.
  public let user: AppleUserID
  /// The name, if given.
  public let name: PersonNameComponents?
  /// The address, if given.
  public let email: String?
  /// When it came.
  public let date: Date

  /// What came at a time.
  public init(user: AppleUserID, name: PersonNameComponents?, email: String?, at date: Date) {
    self.user = user
    self.name = name
    self.email = email
    self.date = date
  }
}
