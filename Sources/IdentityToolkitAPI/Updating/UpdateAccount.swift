import Accounts

/// `accounts:update` (wire §4.7).
enum UpdateAccount {
  struct Response: WireResponse {
    let kind = "identitytoolkit#SetAccountInfoResponse"
    let localId: String
    let email: String?
    let emailVerified: Bool?
    /// The JavaScript SDK copies name and photo from the answer: what is not there is gone.
    let displayName: String?
    let photoUrl: String?
    let phoneNumber: String?
    let passwordHash: String?
    /// Providers that are not listed are dropped by the JavaScript SDK.
    let providerUserInfo: [ProviderRecord]
    var newEmail: String?
    var idToken: String?
    var refreshToken: String?
    var expiresIn: String?

    init(_ account: Account, tokens: SessionTokens? = nil) {
      localId = account.id.text
      email = account.email
      emailVerified = account.email == nil ? nil : account.isEmailVerified
      displayName = account.displayName
      photoUrl = account.photoURL
      phoneNumber = account.phoneNumber
      passwordHash = account.passwordHash == nil ? nil : UserRecord.redactedHash
      providerUserInfo = ProviderRecord.all(of: account)
      guard let members = tokens.map(TokenMembers.init) else { return }
      idToken = members.idToken
      refreshToken = members.refreshToken
      expiresIn = members.expiresIn
    }
  }

  static let operation = Operation(
    "accounts.update", "Changes an account: profile, address, password, providers, validity.",
    [.v1("accounts:update"), .v3("setAccountInfo"), .project("/accounts:update")],
    .key(administrator: .accountsWrite)
  ) { (request: UpdateRequest, context) in
    if let code = request.oobCode, !code.isEmpty { return try await ActionCode.apply(code, context) }
    if let idToken = request.idToken, !idToken.isEmpty {
      return try await updateOwn(request, idToken, context)
    }
    guard context.access.isPrivileged else {
      throw WireError.refused("INVALID_REQ_TYPE", "Unsupported request parameters.")
    }
    let id = try Account.ID.required(request.localID)
    return Response(
      try await context.accounts.administer(
        id, try request.administrative(context), client: context.administration))
  }

  private static func updateOwn(_ request: UpdateRequest, _ idToken: String, _ context: WireContext)
    async throws -> Response
  {
    let updated = try await context.accounts.update(
      idToken: idToken, try request.personal(), posting: try context.posting(), client: context.client)
    return Response(updated.account, tokens: updated.tokens)
  }
}

extension Account.ID {
  /// The account that an administrator names.
  ///
  /// - Throws: `MISSING_LOCAL_ID`; `USER_NOT_FOUND` for what cannot be an identifier.
  static func required(_ text: String?) throws(WireError) -> Account.ID {
    guard let text, !text.isEmpty else { throw .refused("MISSING_LOCAL_ID") }
    guard let id = Account.ID(text) else { throw .refused("USER_NOT_FOUND") }
    return id
  }
}
