import Accounts

/// `accounts:lookup` (wire §4.6).
enum Lookup {
  struct Request: WireRequest {
    var idToken: String?
    var localIDs: [String]
    var emails: [String]
    var phoneNumbers: [String]
    var federated: [FederatedID]
    var asksByInitialEmail: Bool

    init(_ fields: WireFields) throws {
      idToken = try fields.text("idToken")
      localIDs = try fields.textOrTexts("localId")
      emails = try fields.textOrTexts("email")
      phoneNumbers = try fields.textOrTexts("phoneNumber")
      federated = try fields.objects("federatedUserId") ?? []
      asksByInitialEmail = try fields.unoffered("initialEmail")
    }

    /// The accounts asked for, in the order of the wire; names that cannot be one are left out.
    var keys: [AccountKey] {
      localIDs.compactMap { Account.ID($0).map(AccountKey.id) } + emails.map(AccountKey.email)
        + phoneNumbers.map(AccountKey.phone) + federated.compactMap(\.key)
    }
  }

  struct FederatedID: WireObject {
    let key: AccountKey?

    init(_ fields: WireFields) throws {
      let provider = try fields.text("providerId") ?? ""
      let subject = try fields.text("rawId") ?? ""
      key =
        provider.isEmpty || subject.isEmpty
        ? nil : .identity(provider: ProviderID(rawValue: provider), subject: subject)
    }
  }

  struct Response: WireResponse {
    var kind = "identitytoolkit#GetAccountInfoResponse"
    /// Left out when there are none, as Node expects.
    let users: [UserRecord]?

    init(_ accounts: [Account]) { users = accounts.isEmpty ? nil : accounts.map(UserRecord.init) }
  }

  /// How many names one call may hold.
  static let limit = 1000

  static let operation = Operation(
    "accounts.lookup", "Finds the account of an ID token, or accounts by their names.",
    [.v1("accounts:lookup"), .v3("getAccountInfo"), .project("/accounts:lookup")],
    .key(administrator: .accountsRead)
  ) { (request: Request, context) in
    guard context.access.isPrivileged else {
      guard let idToken = request.idToken, !idToken.isEmpty else {
        throw WireError.refused("MISSING_ID_TOKEN")
      }
      return Response([try await context.accounts.caller(idToken: idToken).account])
    }
    guard !request.asksByInitialEmail else {
      throw WireError.notImplemented("Look-up by initialEmail is not offered by this service.")
    }
    let keys = request.keys
    guard keys.count <= limit else { throw WireError.refused("TOO_MANY_ACCOUNTS", "At most \(limit).") }
    return Response(keys.isEmpty ? [] : try await context.accounts.accounts(by: keys))
  }
}
