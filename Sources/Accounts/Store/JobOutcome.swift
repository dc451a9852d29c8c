/// What a job's work came to; written together with the end of the job.
package enum JobOutcome: Sendable {
  /// The code gave a refresh token, sealed.
  case grantKept(sealedToken: [UInt8])
  /// The exchange failed for good, or gave no refresh token.
  case grantMissing(reason: String)
  /// The exchange named another person; the grant is dropped.
  case grantDropped
  /// Apple has revoked, or knows nothing to revoke.
  case revoked
  /// Apple confirmed the refresh token.
  case confirmed
  /// Apple says that the refresh token is gone.
  case withdrawn
  /// The person has authorized anew; revoking would end the new grant (R36).
  case superseded
  /// Not done; to be tried again.
  case retry(at: Timestamp, failure: String)
  /// Given up.
  case abandoned(failure: String)
  /// Replaced by another job.
  case replaced(JobDraft)
  /// The message was taken by the next station.
  case delivered
  /// The recipient's side refused the message for good; noted on the account that has the address.
  case bounced(recipient: String, failure: String)
  /// The message was of no use any more before it could be sent.
  case undelivered(failure: String)
}

/// A job before it has a number.
package struct JobDraft: Sendable, Hashable {
  package var kind: Job.Kind
  /// The grant that it works on; nil when the grant is erased with its account.
  package var grant: Grant.ID?
  /// Apple's subject.
  package var subject: String
  /// The Apple client id.
  package var clientID: String
  /// The code with what its exchange needs, or the refresh token; sealed.
  package var sealed: [UInt8]
  /// When the person authorized.
  package var authorizedAt: Timestamp
  package var dueAt: Timestamp

  package init(
    kind: Job.Kind, grant: Grant.ID?, subject: String, clientID: String, sealed: [UInt8],
    authorizedAt: Timestamp, dueAt: Timestamp
  ) {
    self.kind = kind
    self.grant = grant
    self.subject = subject
    self.clientID = clientID
    self.sealed = sealed
    self.authorizedAt = authorizedAt
    self.dueAt = dueAt
  }
}
