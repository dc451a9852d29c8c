/// Work towards Apple or a person that must happen, kept in the store until it is done (decision 12).
package struct Job: Hashable, Sendable {
  /// What is to be done.
  package enum Kind: Int, Hashable, Sendable {
    /// Exchange the authorization code of a sign-in (R17).
    case exchange = 1
    /// Revoke Apple's grant after unlinking or deletion.
    case revoke = 2
    /// Ask Apple whether a refresh token is still good (R37).
    case check = 3
    /// Exchange a code only to revoke what it gives: the account went meanwhile, or Apple was down.
    case exchangeAndRevoke = 4
    /// Send a mail; `subject` is the account that it is about, or empty.
    case sendMail = 5
    /// Send a text message.
    case sendText = 6

    /// Whether it brings a message to a person.
    package var isMessage: Bool { self == .sendMail || self == .sendText }
  }

  /// The identifier of a job; grows.
  package struct ID: Hashable, Sendable {
    package let number: Int64
    package init(number: Int64) { self.number = number }
  }

  /// The identifier.
  package let id: ID
  /// What is to be done, and with what.
  package var draft: JobDraft
  /// When it was written, or became what it is now.
  package var createdAt: Timestamp
  /// How often it was tried.
  package var attempts: Int
  /// The code of the last failure.
  package var lastFailure: String?

  /// When it is to be tried next.
  package var dueAt: Timestamp { draft.dueAt }

  package init(id: ID, draft: JobDraft, createdAt: Timestamp, attempts: Int = 0, lastFailure: String? = nil) {
    self.id = id
    self.draft = draft
    self.createdAt = createdAt
    self.attempts = attempts
    self.lastFailure = lastFailure
  }
}
