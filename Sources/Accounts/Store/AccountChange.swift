/// An account while an operation changes it, with what else the transaction shall do.
///
/// The store reads the account, runs the operation's rule, checks that address, telephone number and
/// identities stay unique, and writes all of it or nothing. The rule may run more than once.
package struct AccountChange: Sendable {
  /// The account; what the rule leaves here is written.
  package var account: Account
  /// The caller's session where the operation has one.
  package let caller: Session?
  /// Which sessions end.
  package var ends: SessionScope?
  /// Why they end.
  package var endReason: Session.End = .security
  /// A session to open after the others ended.
  package var opens: SessionDraft?
  /// Whether Apple's grants are revoked by jobs (R26a).
  package var revokesGrants = false
  /// Whether the sign-in of the caller's session becomes recent (R28).
  package var renewsCaller = false
  /// What the audit shall say.
  package var events: [EventDraft] = []
  /// A consent to record.
  package var consent: ConsentText?
  /// One-time rows to keep, such as the code of a mail.
  package var keeps: [OneTimeRow] = []
  /// Jobs to write, such as that mail.
  package var jobs: [JobDraft] = []

  package init(account: Account, caller: Session?) {
    self.account = account
    self.caller = caller
  }

  /// Adds an audit row.
  package mutating func note(_ kind: AuditEvent.Kind, _ detail: String? = nil) {
    events.append(EventDraft(kind: kind, detail: detail))
  }
}

/// What a rule decides.
package enum Verdict<Answer: Sendable>: Sendable {
  /// The change is written.
  case commit(Answer)
  /// Nothing is written.
  case refuse(AccountsError)
}

/// Which sessions of an account.
package enum SessionScope: Sendable, Hashable {
  case all
  case allBut(Session.ID)
  case one(Session.ID)
}

/// An audit row before it has a number.
package struct EventDraft: Sendable, Hashable {
  package var kind: AuditEvent.Kind
  package var detail: String?
  package var session: Session.ID?

  package init(kind: AuditEvent.Kind, detail: String? = nil, session: Session.ID? = nil) {
    self.kind = kind
    self.detail = detail
    self.session = session
  }
}

/// Whom a change is for.
package struct ChangeTarget: Sendable {
  /// The account.
  package var account: Account.ID
  /// The caller's token; nil for administrators and jobs.
  package var caller: CallerCheck?
  /// The client, for audit.
  package var client: ClientFacts
  /// The instant.
  package var now: Timestamp
  /// Whether an address belongs to one account only.
  package var onePerEmail: Bool

  package init(
    account: Account.ID, caller: CallerCheck? = nil, client: ClientFacts = ClientFacts(), now: Timestamp,
    onePerEmail: Bool = true
  ) {
    self.account = account
    self.caller = caller
    self.client = client
    self.now = now
    self.onePerEmail = onePerEmail
  }
}

/// How a change ended.
package enum ChangeResult<Answer: Sendable>: Sendable {
  /// It is written.
  case changed(Changed<Answer>)
  /// Nothing was written.
  case refused(AccountsError)
}

/// What a change leaves.
package struct Changed<Answer: Sendable>: Sendable {
  package var answer: Answer
  package var account: Account
  /// The session that was opened, if the change opened one.
  package var session: Session?
  /// The jobs that were written, in the order of the change.
  package var jobs: [Job.ID]

  package init(answer: Answer, account: Account, session: Session?, jobs: [Job.ID] = []) {
    self.answer = answer
    self.account = account
    self.session = session
    self.jobs = jobs
  }
}
