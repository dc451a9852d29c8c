package import Accounts
package import BramleyCrypto

/// The admin tokens of the service's store.
package struct StoredAdminTokens: AdminTokenRegister {
  private let accounts: Accounts

  /// The register of a service.
  package init(_ accounts: Accounts) { self.accounts = accounts }

  /// Whose token it is; scopes that are none of ours allow nothing.
  package func administrator(of token: Secret) async throws -> Administrator? {
    let known = Set(AdminScope.allCases)
    return try await accounts.adminTokens.token(presented: token).map { token in
      Administrator(
        name: token.name, scopes: Set(token.scopes.map(AdminScope.init(rawValue:))).intersection(known))
    }
  }
}
