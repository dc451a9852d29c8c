extension IdentityToolkitAPI {
  /// Ways to sign in.
  static let signInOperations: [Operation] = [
    SignInWithIdP.operation, SignUp.operation, SignInWithPassword.operation, SignInWithCustomToken.operation,
    SignInWithEmailLink.operation, SignInWithPhoneNumber.operation, CreateAuthURI.operation,
  ]

  /// The account itself.
  static let accountOperations: [Operation] = [
    Lookup.operation, UpdateAccount.operation, DeleteAccount.operation, RevokeToken.operation,
    SendOutOfBandCode.operation, ResetPassword.operation, SendVerificationCode.operation,
  ] + FactorSignIn.all

  /// Administration of many accounts.
  static let administrationOperations: [Operation] = [
    BatchGet.operation, BatchGet.legacyOperation, BatchCreate.operation, BatchCreate.legacyOperation,
    BatchDelete.operation, QueryAccounts.operation, CreateSessionCookie.operation,
  ]

  /// Tokens.
  static let tokenOperations: [Operation] = [TokenExchange.operation]

  /// The project.
  static let projectOperations: [Operation] = ProjectOperations.all + ConfigurationOperations.all

  /// What Google's wire lacks (contract §4).
  static let personOperations: [Operation] = [
    SessionOperations.list, SessionOperations.end, SessionOperations.signOut, ConsentOperations.record,
    ConsentOperations.list, AppleCredentialStateOperation.operation, EventsOperation.operation,
    ExportOperation.operation,
  ]

  /// What tests of clients use; in `dev` only (R2).
  static let controlOperations: [Operation] = ControlOperations.all
}
