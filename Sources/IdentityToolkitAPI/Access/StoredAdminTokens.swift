package import Accounts
package import BramleyCrypto

/// The admin tokens of the service's store.
package struct StoredAdminTokens: AdminTokenRegister {
  private let accounts: Accounts

  /// The register of a service.
  package init(_ accounts: Accounts) { self.accounts = accounts }

  /// The scopes of a token; names that are none of ours allow nothing.
  package func scopes(of token: Secret) async throws -> Set<AdminScope>? {
    let known = Set(AdminScope.allCases)
    return try await accounts.adminToken(presented: token).map { token in
      Set(token.scopes.map(AdminScope.init(rawValue:))).intersection(known)
    }
  }
}
