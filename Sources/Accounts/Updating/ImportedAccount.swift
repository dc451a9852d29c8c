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

  /// A row that was left out.
  package init(index: Int, account: Account.ID?, message: String) {
    self.index = index
    self.account = account
    self.message = message
  }

  /// The message of an account that is there already.
  package static let existsMessage = "localId belongs to an existing account - can not overwrite."
  /// The message of an address that another account has.
  package static let emailMessage = "email exists in other account in database"
  /// The message of a telephone number that another account has.
  package static let phoneMessage = "phone number exists in other account in database"
  /// The message of an identity that another account has.
  package static let identityMessage = "raw id exists in other account in database"

  /// The stable code that stands for the message in reports of commands.
  package var code: ImportFault.Code {
    switch message {
    case Self.existsMessage: .accountExists
    case Self.emailMessage: .emailExists
    case Self.phoneMessage: .phoneNumberExists
    default: .rawIDExists
    }
  }
}
