public import AppleIdentity

/// Translates people's subjects while an app moves from one team to another, for 60 days.
///
/// Apple's pages "Transferring your apps and users to another team" and "Bringing new apps and users into
/// your team".
public protocol AppleMigrationService: Sendable {
  /// Asks, as the sending team, for the identifier by which the receiving team finds a person.
  ///
  /// - Parameters:
  ///   - subject: The person as the sending team knows them.
  ///   - team: The receiving team.
  ///   - clientID: The app that moves.
  /// - Throws: ``AppleServiceError``; `.credential` for this one person, anything else for all.
  func transferIdentifier(
    for subject: AppleSubject, to team: TeamID, clientID: String
  ) async throws(AppleServiceError) -> String

  /// Asks, as the receiving team, who a person is here.
  ///
  /// - Throws: ``AppleServiceError``; `.credential` for this one person, anything else for all.
  func person(
    withTransferIdentifier identifier: String, clientID: String
  ) async throws(AppleServiceError) -> AppleMigratedPerson
}

/// A person as the receiving team knows them.
public struct AppleMigratedPerson: Sendable, Hashable {
  /// The subject in the receiving team.
  public var subject: AppleSubject
  /// The new relay address, for people who use one.
  public var email: String?
  /// Whether the address is a relay's.
  public var isPrivateEmail: Bool

  /// A person of these parts.
  public init(subject: AppleSubject, email: String? = nil, isPrivateEmail: Bool = false) {
    self.subject = subject
    self.email = email
    self.isPrivateEmail = isPrivateEmail
  }
}
