package import AppleIDClient
import AppleIdentity
import Synchronization

/// The accounts of a store as the people of a migration; what was done is read off the accounts themselves,
/// so a run that ended early is taken up where it ended.
package final class AppleTransferLedger: AppleMigrationLedger {
  private let transfer: AppleTransfer
  private let direction: AppleMigrationDirection
  private let left = Mutex<[AppleTransfer.Outcome: [Account.ID]]>([:])

  /// A ledger over a move.
  package init(_ transfer: AppleTransfer, _ direction: AppleMigrationDirection) {
    self.transfer = transfer
    self.direction = direction
  }

  /// Accounts whose new identity another account has; somebody must decide which of the two stays.
  package var taken: [Account.ID] { left.withLock { $0[.taken] ?? [] } }

  package func unfinished(after id: String?, limit: Int) async throws -> [AppleMigrationEntry] {
    var entries: [AppleMigrationEntry] = []
    var last = id.flatMap { Account.ID($0) }
    while entries.count < limit {
      let page = try await transfer.store.accounts(after: last, limit: 500)
      for account in page {
        last = account.id
        if let identifier = identifier(of: account) {
          entries.append(AppleMigrationEntry(id: account.id.text, identifier: identifier))
          if entries.count == limit { break }
        }
      }
      if page.count < 500 { break }
    }
    return entries
  }

  /// What Apple is to be asked about an account; nil when nothing is left to do.
  private func identifier(of account: Account) -> String? {
    let identity = account.identity(of: .apple)
    switch direction {
    case .outgoing(let target):
      guard let identity, identity.key.team == transfer.team,
        AppleTransfer.identifier(on: account, for: target.rawValue) == nil
      else { return nil }
      return identity.subject
    case .incoming:
      return AppleTransfer.identifier(on: account, for: transfer.team)
    }
  }

  package func record(_ outcome: AppleMigrationOutcome, for entry: AppleMigrationEntry) async throws {
    guard let id = Account.ID(entry.id) else { return }
    let result: AppleTransfer.Outcome
    switch (outcome, direction) {
    case (.transferIdentifier(let identifier), .outgoing(let target)):
      result = try await transfer.keep(identifier, for: target.rawValue, of: id)
    case (.person(let person), .incoming):
      let key = Identity.Key(
        provider: .apple, issuer: transfer.issuer, team: transfer.team, subject: person.subject.rawValue)
      result = try await transfer.move(
        id, to: TransferredPerson(key: key, email: person.email, isPrivateEmail: person.isPrivateEmail))
    default: return
    }
    if result != .done { left.withLock { $0[result, default: []].append(id) } }
  }
}
