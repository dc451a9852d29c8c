public import AppleIdentity

/// Which way people move.
public enum AppleMigrationDirection: Sendable, Hashable {
  /// Out of our team, into this one: subjects become transfer identifiers.
  case outgoing(to: TeamID)
  /// Into our team: transfer identifiers become subjects.
  case incoming
}

/// One person of a migration.
public struct AppleMigrationEntry: Sendable, Hashable, Identifiable {
  /// The ledger's own name of the entry; entries come in its order.
  public var id: String
  /// The subject (outgoing) or the transfer identifier (incoming).
  public var identifier: String

  /// An entry of these parts.
  public init(id: String, identifier: String) {
    self.id = id
    self.identifier = identifier
  }
}

/// What became of one person.
public enum AppleMigrationOutcome: Sendable {
  /// Outgoing: the identifier to hand to the receiving team.
  case transferIdentifier(String)
  /// Incoming: who the person is here.
  case person(AppleMigratedPerson)
  /// Apple refuses this person; the others go on (FR-54).
  case refused(AppleServiceError)
}

/// The port through which a migration reads its people and keeps its results.
///
/// Results are kept one by one, so a run that ends early loses nothing and the next one does the rest.
public protocol AppleMigrationLedger: Sendable {
  /// Gives entries without a successful outcome, in the order of their ids.
  ///
  /// - Parameters:
  ///   - id: Only entries behind this one; nil for the first ones.
  ///   - limit: The most entries to give; fewer only at the end.
  func unfinished(after id: String?, limit: Int) async throws -> [AppleMigrationEntry]

  /// Keeps an outcome; one that was there before is replaced.
  func record(_ outcome: AppleMigrationOutcome, for entry: AppleMigrationEntry) async throws
}
