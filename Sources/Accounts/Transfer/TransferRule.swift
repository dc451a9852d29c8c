/// What a move of the app between teams does to an account. Pure.
package enum TransferRule {
  /// The account after Apple said who the person is in the new team.
  ///
  /// A relay address belongs to the team: the old one ends, so the new one takes its place wherever the old
  /// one stood. A real address stays as it is.
  ///
  /// - Parameter takesEmail: Whether the account's own address may follow; not when another account has it.
  package static func moved(
    _ account: Account, to person: TransferredPerson, takesEmail: Bool
  ) -> Account {
    var account = account
    let old = account.identity(of: .apple)
    var identity = old ?? Identity(key: person.key)
    identity.key = person.key
    if let email = person.email?.lowercased() {
      if takesEmail, account.email == nil || (old?.isPrivateEmail == true && account.email == old?.email) {
        account.email = email
        account.isEmailVerified = true
      }
      identity.email = email
      identity.isEmailVerified = true
      identity.isPrivateEmail = person.isPrivateEmail
      identity.isRelayDisabled = false
    }
    account.upsert(identity)
    account.extras[AppleTransfer.member] = nil
    return account
  }
}

/// A person as the receiving team knows them.
package struct TransferredPerson: Sendable, Hashable {
  /// The identity in the receiving team.
  package var key: Identity.Key
  /// The new relay address, for people who use one.
  package var email: String?
  /// Whether the address is a relay's.
  package var isPrivateEmail: Bool

  /// A person of these parts.
  package init(key: Identity.Key, email: String? = nil, isPrivateEmail: Bool = false) {
    self.key = key
    self.email = email
    self.isPrivateEmail = isPrivateEmail
  }
}
