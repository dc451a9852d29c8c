/// What somebody in the console may do: the scopes of admin tokens, by the names that tokens keep.
enum ConsoleScope: String, Sendable, CaseIterable {
  /// To see accounts and jobs.
  case read = "accounts.read"
  /// To lock, unlock, end sessions, revoke at Apple, and try jobs.
  case write = "accounts.write"
  /// To delete accounts.
  case delete = "accounts.delete"
}

extension HostedPages {
  /// The names of the scopes that the console knows.
  package static let consoleScopes = ConsoleScope.allCases.map(\.rawValue)
}
