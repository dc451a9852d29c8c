import Accounts

/// `accounts:delete` (wire §4.8).
enum DeleteAccount {
  struct Request: WireRequest {
    var idToken: String?
    /// The Apple SDK sends it beside the ID token; only an administrator's counts.
    var localID: String?

    init(_ fields: WireFields) throws {
      idToken = try fields.text("idToken")
      localID = try fields.text("localId")
    }
  }

  struct Response: WireResponse { let kind = "identitytoolkit#DeleteAccountResponse" }

  static let operation = Operation(
    "accounts.delete", "Deletes an account; the own one needs a recent sign-in.",
    [.v1("accounts:delete"), .v3("deleteAccount"), .project("/accounts:delete")],
    .key(administrator: .accountsDelete)
  ) { (request: Request, context) in
    if let idToken = request.idToken, !idToken.isEmpty {
      try await context.accounts.delete(idToken: idToken, client: context.client)
    } else if context.access.isPrivileged {
      try await context.accounts.delete(
        try Account.ID.required(request.localID), client: context.administration)
    } else {
      throw WireError.refused("MISSING_ID_TOKEN")
    }
    return Response()
  }
}
