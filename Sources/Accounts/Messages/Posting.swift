/// What a mail needs that only the caller knows: the language, and where its link leads.
package struct Posting: Sendable {
  /// The language that was asked for, a BCP 47 tag; nil: not known.
  package var locale: String?
  /// The link for a code.
  package var link: @Sendable (IssuedCode) -> String
  /// Who asks, for the limits (R43).
  package var client: ClientFacts

  /// A posting of these parts.
  package init(
    locale: String?, client: ClientFacts = ClientFacts(), link: @escaping @Sendable (IssuedCode) -> String
  ) {
    self.locale = locale
    self.client = client
    self.link = link
  }
}

/// A message ready to be written into the outbox, with the row of its code.
struct PreparedMessage: Sendable {
  let message: OutgoingMessage
  /// The row of the code that it carries; nil for a message that only tells.
  let code: OneTimeRow?
  let job: JobDraft
  /// What that code stands for.
  var content: OutOfBandCode?
}
