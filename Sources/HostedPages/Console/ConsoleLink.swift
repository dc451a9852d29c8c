import Accounts

/// A one-time address of the console, as `bramley admin link` makes it.
///
/// It is an admin token that lives ten minutes. Its scopes carry a prefix, so that it is worth nothing as a
/// bearer, and the console revokes it when it is used.
package enum ConsoleLink {
  private static let prefix = "console:"

  /// How long an address is good.
  package static let lifetime: Duration = .seconds(600)

  /// The scopes as the token of an address keeps them.
  package static func kept(_ scopes: [String]) -> [String] { scopes.map { prefix + $0 } }

  /// The path with query that a browser opens.
  package static func path(token: String) -> String { "/admin/enter?link=" + token }

  /// The scopes that an address opens the console with; nil for a token that is none.
  static func scopes(of token: AdminToken) -> [String]? {
    guard !token.scopes.isEmpty, token.scopes.allSatisfy({ $0.hasPrefix(prefix) }) else { return nil }
    return token.scopes.map { String($0.dropFirst(prefix.count)) }
  }
}
