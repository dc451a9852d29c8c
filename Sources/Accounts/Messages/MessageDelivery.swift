/// Brings messages to people; an operator configures it, `dev` keeps a mailbox.
package protocol MessageDelivery: Sendable {
  /// Whether mail goes anywhere.
  var sendsMail: Bool { get }
  /// Whether text messages go anywhere.
  var sendsText: Bool { get }
  /// Whether Apple's relay would refuse the sender: it is not among those that are registered there (FR-32).
  var isRefusedByRelay: Bool { get }

  /// Tries once to deliver a message; answers within half a minute.
  ///
  /// - Parameter id: The same for every attempt at the same message, so that whoever gets two of them knows.
  func deliver(_ message: OutgoingMessage, id: MessageID) async -> DeliveryOutcome

  /// Hears of a message that was just put into the outbox.
  func posted(_ message: OutgoingMessage)
}

extension MessageDelivery {
  /// Nothing is known of a registration, so nothing is refused for it.
  package var isRefusedByRelay: Bool { false }
  /// Does nothing.
  package func posted(_ message: OutgoingMessage) {}
}

/// What one attempt at a message came to.
package enum DeliveryOutcome: Sendable, Hashable {
  /// The next station has taken it.
  case sent
  /// The recipient's side refused it for good: a bounce. The word is for the audit, such as `550 5.1.1`.
  case refused(String)
  /// It did not work now; to be tried again.
  case failed(String, retryAfter: Duration? = nil)
}

/// What makes a message the same one at every attempt: 128 bit in hex, derived from its job.
package struct MessageID: Sendable, Hashable {
  /// 32 hex digits.
  package let text: String

  /// An identifier of these digits.
  package init(text: String) { self.text = text }
}

/// Nothing is configured, and nothing is sent.
package struct NoDelivery: MessageDelivery {
  /// A delivery of nothing.
  package init() {}
  /// False.
  package var sendsMail: Bool { false }
  /// False.
  package var sendsText: Bool { false }
  /// Fails: nothing should have been posted.
  package func deliver(_ message: OutgoingMessage, id: MessageID) -> DeliveryOutcome {
    .failed("not configured")
  }
}
