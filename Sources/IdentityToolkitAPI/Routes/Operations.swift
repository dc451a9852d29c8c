extension IdentityToolkitAPI {
  /// Ways to sign in.
  static let signInOperations: [Operation] = [
    SignInWithIdP.operation, SignUp.operation, SignInWithPassword.operation, SignInWithCustomToken.operation,
  ]

  /// The account itself.
  static let accountOperations: [Operation] = [
    Lookup.operation, UpdateAccount.operation, DeleteAccount.operation,
  ]

  /// Administration of many accounts.
  static let administrationOperations: [Operation] = [
    BatchGet.operation, BatchGet.legacyOperation, BatchCreate.operation, BatchCreate.legacyOperation,
    BatchDelete.operation, QueryAccounts.operation, CreateSessionCookie.operation,
  ]

  /// Tokens.
  static let tokenOperations: [Operation] = [TokenExchange.operation]

  /// The project.
  static let projectOperations: [Operation] = []
}
