import BramleyCrypto

/// The outbox: a message is a job of the store, written with the code that it carries, sent at once and again
/// with back-off until it is taken, refused, or of no use any more.
extension Accounts {
  /// How long a message that only tells is tried.
  private static let noticeLifetime: Duration = .seconds(86_400)

  /// Whether mail goes anywhere.
  package var sendsMail: Bool { delivery.sendsMail }

  /// Whether text messages go anywhere.
  package var sendsText: Bool { delivery.sendsText }

  func requireMail() throws(AccountsError) {
    guard sendsMail else {
      throw AccountsError(.operationNotAllowed, "No mail is configured: nothing can be sent.")
    }
  }

  /// A mail with the code of its link, ready to be written in one transaction.
  ///
  /// - Parameter account: Whose address it goes to or was, also where the code itself names none.
  func prepare(
    _ content: OutOfBandCode, about account: Account.ID?, lifetime: Duration, _ posting: Posting,
    at now: Timestamp
  ) throws(AccountsError) -> PreparedMessage {
    try requireMail()
    try MailRecipient.check(content.recipient)
    let kept = try oneTime(try SealedJSON.encode(content), purpose: .outOfBandCode, lifetime: lifetime)
    var message = OutgoingMessage(
      kind: content.purpose.messageKind, recipient: content.recipient, email: content.email,
      newEmail: content.newEmail, locale: posting.locale, expiresAt: kept.row.key.expiry)
    message.code = kept.handle.revealText()
    message.link = posting.link(IssuedCode(content: content, code: kept.handle))
    return PreparedMessage(
      message: message, code: kept.row, job: try draft(message, account: account, at: now),
      content: content)
  }

  /// A mail that tells an account's owner of a change; nil where no mail is sent or can be.
  func notice(_ kind: OutgoingMessage.Kind, to account: Account, locale: String?, at now: Timestamp)
    throws(AccountsError) -> PreparedMessage?
  {
    guard sendsMail, let email = account.email, account.isEmailVerified, canReceive(email) else { return nil }
    let message = OutgoingMessage(
      kind: kind, recipient: email, email: email, locale: locale, expiresAt: now + Self.noticeLifetime)
    return PreparedMessage(
      message: message, code: nil, job: try draft(message, account: account.id, at: now))
  }

  /// Whether plain SMTP can carry mail to an address.
  func canReceive(_ address: String) -> Bool {
    do throws(AccountsError) {
      try MailRecipient.check(address)
      return true
    } catch {
      return false
    }
  }

  func draft(_ message: OutgoingMessage, account: Account.ID?, at now: Timestamp) throws(AccountsError)
    -> JobDraft
  {
    JobDraft(
      kind: message.isText ? .sendText : .sendMail, grant: nil, subject: account?.text ?? "", clientID: "",
      sealed: try vault.seal(try SealedJSON.encode(message), for: .message), authorizedAt: now, dueAt: now)
  }

  /// Writes a message about an account, counting it where the address is a relay's; throws why not.
  func post(_ prepared: PreparedMessage, about id: Account.ID, at now: Timestamp) async throws(AccountsError)
  {
    let isSenderRefused = delivery.isRefusedByRelay
    _ = try await change(target(id, at: now), posting: prepared) { change -> Verdict<Bool> in
      if let refusal = change.post(prepared, isSenderRefused: isSenderRefused, at: now) {
        return .refuse(refusal)
      }
      return .commit(true)
    }
  }

  /// Writes a message that belongs to no account.
  func post(_ prepared: PreparedMessage, at now: Timestamp) async throws(AccountsError) {
    let job = try await stored { (store) throws(StoreError) in
      try await store.post(prepared.job, with: prepared.code, at: now)
    }
    guard let job else { throw AccountsError(.unavailable, reason: "a random handle came twice") }
    delivery.posted(prepared.message)
    start(job)
  }
}

extension Vault.Binding {
  /// A message that waits in the outbox.
  static let message = Vault.Binding("outbox/message")
}

extension AccountChange {
  /// Adds a message to the transaction; answers why it must not be sent, and then adds nothing.
  mutating func post(_ prepared: PreparedMessage, isSenderRefused: Bool, at now: Timestamp) -> AccountsError?
  {
    let refusal = RelayRule.admit(
      prepared.message.recipient, on: &account, isSenderRefused: isSenderRefused, now: now)
    if let refusal { return refusal }
    if let code = prepared.code { keeps.append(code) }
    if let content = prepared.content, content.purpose == .recoverEmail, let issuedAt = content.issuedAt {
      account.noteAddressStep(from: content.email, at: issuedAt, lifetime: Accounts.codeLifetime)
    }
    jobs.append(prepared.job)
    return nil
  }

  /// Adds the mail about a change of address or password, if the change came about.
  ///
  /// A relay that takes no mail must not keep the person from the change.
  mutating func tell(
    _ prepared: PreparedMessage, since before: Account, isSenderRefused: Bool, at now: Timestamp
  ) {
    guard before.email == prepared.message.recipient else { return }
    let cameAbout =
      prepared.message.kind == .passwordChanged
      ? account.passwordHash != before.passwordHash : account.email != before.email
    if cameAbout { _ = post(prepared, isSenderRefused: isSenderRefused, at: now) }
  }
}
