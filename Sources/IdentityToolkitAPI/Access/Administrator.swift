/// Somebody with an administrator's token: what the audit calls them, and what they may do.
package struct Administrator: Sendable, Hashable {
  /// The token's name.
  package let name: String
  /// What the token allows.
  package let scopes: Set<AdminScope>

  /// The bearer of a token of that name.
  package init(name: String, scopes: Set<AdminScope>) {
    self.name = name
    self.scopes = scopes
  }

  /// `Bearer owner`, where it counts: everything.
  static let owner = Administrator(name: "owner", scopes: Set(AdminScope.allCases))
}
