/// An account to be made without an identity's proof: anonymous, by password, custom token or administrator.
package struct AccountCreation: Sendable {
  /// The account.
  package var account: Account
  /// The session to open with it.
  package var session: SessionDraft?
  /// Whether an address belongs to one account only.
  package var onePerEmail: Bool
  /// The client, for audit.
  package var client: ClientFacts
  /// The instant.
  package var now: Timestamp

  package init(
    account: Account, session: SessionDraft? = nil, onePerEmail: Bool = true,
    client: ClientFacts = ClientFacts(), now: Timestamp
  ) {
    self.account = account
    self.session = session
    self.onePerEmail = onePerEmail
    self.client = client
    self.now = now
  }
}

/// How making an account ended.
package enum CreationResult: Sendable {
  /// It is there, with its session when one was asked for.
  case created(Account, Session?)
  /// Identifier, address, number or identity is taken; nothing was written.
  case refused(AccountsError)
}
