/// What an operator decides about Apple.
package struct ApplePolicy: Sendable {
  /// What happens to an account whose Apple account was deleted (R35).
  package enum AccountDeletedReaction: String, Sendable {
    /// Sessions end and the identity goes.
    case unlink
    /// The account is deleted.
    case delete
  }

  /// The developer team; scopes Apple's subjects (R22).
  package var teamID: String
  /// The team that the app was transferred from; people are found under both teams' subjects (FR-55).
  package var previousTeamID: String?
  /// App ids whose tokens are taken.
  package var bundleIDs: [String]
  /// The web client id, if there is one; its tokens are taken too.
  package var servicesID: String?
  /// The accepted issuers; the first one is the canonical issuer of identities.
  package var issuers: [String]
  /// Whether a token without a nonce is refused (R14).
  package var requiresNonce = true
  /// The clock difference allowed towards Apple, 0–60 s.
  package var leeway: Duration = .seconds(30)
  /// What follows the deletion of an Apple account.
  package var onAccountDeleted: AccountDeletedReaction = .unlink
  /// Return addresses besides our own whose codes we exchange (FR-16).
  package var redirectURIs: [String] = []
  /// Whether a key for client secrets is configured: codes can be exchanged and grants revoked.
  package var canExchange: Bool

  /// A policy of these parts.
  package init(
    teamID: String, bundleIDs: [String], servicesID: String? = nil,
    issuers: [String] = ["https://appleid.apple.com"], canExchange: Bool
  ) {
    self.teamID = teamID
    self.bundleIDs = bundleIDs
    self.servicesID = servicesID
    self.issuers = issuers
    self.canExchange = canExchange
  }

  /// Every client id whose tokens are taken.
  package var clientIDs: [String] { bundleIDs + (servicesID.map { [$0] } ?? []) }
}
