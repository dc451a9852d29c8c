#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EmulatorState {
  /// Puts an account in, or writes a changed one.
  mutating func put(_ account: AppleAccount) {
    accounts[account.id] = account
    let email = account.email.lowercased()
    if account.deletedAt == nil {
      accountsByEmail[email] = account.id
    } else if accountsByEmail[email] == account.id {
      accountsByEmail[email] = nil
    }
  }

  /// The living account that an address or any team's subject names.
  mutating func account(named name: String) -> AppleAccount? {
    if let id = accountsByEmail[name.lowercased()] { return accounts[id] }
    return account(subject: name).flatMap { $0.deletedAt == nil ? $0 : nil }
  }

  /// The account, deleted ones included, that a team knows under a subject.
  mutating func account(subject: String) -> AppleAccount? {
    if let id = accountsBySubject[subject] { return accounts[id] }
    guard subject.utf8.count == 44 else { return nil }
    for account in accounts.rows.values {
      for team in teams.rows.keys where self.subject(of: account, team: team) == subject { return account }
    }
    return nil
  }

  /// The subject under which a team knows an account.
  mutating func subject(of account: AppleAccount, team: String) -> String {
    let subject = Subject.text(account: account.id, team: team, createdAt: account.minuteOfDay)
    accountsBySubject[subject] = account.id
    return subject
  }

  /// The living accounts, the oldest first.
  var livingAccounts: [AppleAccount] {
    accountsByEmail.values.compactMap { accounts[$0] }
      .sorted { ($0.createdAt, $0.email) < ($1.createdAt, $1.email) }
  }

  /// Ends every grant of an account and takes the account out of use.
  mutating func delete(_ account: AppleAccount, now: Date) {
    for (key, grant) in grants.rows where grant.accountID == account.id && grant.isActive {
      endGrant(key, now: now)
    }
    for (key, relay) in relays.rows where relay.accountID == account.id {
      var relay = relay
      relay.isForwarding = false
      relays[key] = relay
    }
    var deleted = account
    deleted.deletedAt = now
    put(deleted)
  }
}

extension AppleAccount {
  /// The minute of the day (UTC) at which the account was made; it closes the subject.
  var minuteOfDay: Int {
    let seconds = Int(createdAt.timeIntervalSince1970.rounded(.down))
    return (seconds % 86_400 + 86_400) % 86_400 / 60
  }
}
