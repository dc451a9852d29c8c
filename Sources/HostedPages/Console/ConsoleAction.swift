import Accounts
import BramleyHTTP

/// What an administrator can do to an account; each is asked about before.
enum ConsoleAction: String, Sendable, CaseIterable {
  case disable, enable, endSessions, revoke, delete

  /// The scope that it needs.
  var scope: ConsoleScope { self == .delete ? .delete : .write }

  /// The button.
  var label: String {
    switch self {
    case .disable: "Lock"
    case .enable: "Unlock"
    case .endSessions: "End all sessions"
    case .revoke: "Revoke at Apple"
    case .delete: "Delete"
    }
  }

  /// What it does.
  var consequence: String {
    switch self {
    case .disable: "Every request of the account is refused until it is unlocked. Nothing is lost."
    case .enable: "The person can sign in again."
    case .endSessions: "The person is signed out on every device and can sign in again."
    case .revoke:
      "The app leaves the person's Apple settings and every session ends. The account stays; signing in "
        + "with Apple asks for the consent anew."
    case .delete:
      "Everything held about the person is erased, every session ends, and the app is revoked at Apple. "
        + "This cannot be undone."
    }
  }

  /// What is said when it was done.
  var done: String {
    switch self {
    case .disable: "The account is locked."
    case .enable: "The account is unlocked."
    case .endSessions: "Every session is ended."
    case .revoke: "The revocation is on its way to Apple."
    case .delete: "The account is deleted."
    }
  }

  /// Whether it takes something away.
  var isDrastic: Bool { self != .enable }

  /// Whether it makes sense for an account.
  func fits(_ account: Account) -> Bool {
    switch self {
    case .disable: !account.isDisabled
    case .enable: account.isDisabled
    case .revoke: account.identity(of: .apple) != nil
    case .endSessions, .delete: true
    }
  }

  /// Does it, in the name of the token.
  func run(on id: Account.ID, of accounts: Accounts, client: ClientFacts) async throws(AccountsError) {
    switch self {
    case .disable, .enable:
      var update = AdministrativeUpdate()
      update.isDisabled = self == .disable
      _ = try await accounts.administer(id, update, client: client)
    case .endSessions: try await accounts.endSessions(of: id, client: client)
    case .revoke: try await accounts.revokeAtApple(id, client: client)
    case .delete: try await accounts.delete(id, client: client)
    }
  }
}
