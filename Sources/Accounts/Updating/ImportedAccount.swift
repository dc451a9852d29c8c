/// An account of a batch import (wire §4.14).
package struct ImportedAccount: Sendable {
  /// The account as it shall stand, identities included.
  package var account: Account

  /// An account to import.
  package init(account: Account) { self.account = account }
}

/// Why one account of a batch was left out.
package struct BatchFailure: Sendable, Hashable {
  /// The position in the request.
  package let index: Int
  /// The account, where it has a valid identifier.
  package let account: Account.ID?
  /// The wire's message.
  package let message: String
}
