import Synchronization

/// What `dev` sent, for the control API and the mailbox page; kept in memory, the newest thousand.
///
/// Relay mail goes through the emulator's relay, which may refuse it as Apple's would.
package final class DevelopmentMailbox: MessageDelivery {
  /// Plays a relay: takes a message to a relay address, or refuses it.
  package typealias Relay = @Sendable (OutgoingMessage, MessageID) async -> DeliveryOutcome

  /// A message and what became of it.
  package struct Entry: Sendable {
    /// Counts up from 1.
    package let number: Int
    /// The message.
    package let message: OutgoingMessage
    /// When it was put into the outbox.
    package let at: Timestamp
    /// The last attempt; nil while there was none.
    package var outcome: DeliveryOutcome?
  }

  private struct State {
    var entries: [Entry] = []
    var last = 0
  }

  private static let limit = 1000
  private let state = Mutex(State())
  private let forwarding: (any MessageDelivery)?
  private let relay: Relay?
  private let time: any TimeSource

  /// An empty mailbox.
  ///
  /// - Parameters:
  ///   - forwarding: Gets everything as well, where `dev` has mail or text messages configured.
  ///   - relay: Gets the mail to relay addresses; nil: it counts as delivered.
  ///   - time: Tells when a message came.
  package init(
    forwarding: (any MessageDelivery)? = nil, relay: Relay? = nil, time: any TimeSource = SystemTime()
  ) {
    self.forwarding = forwarding
    self.relay = relay
    self.time = time
  }

  /// True: the mailbox takes everything.
  package var sendsMail: Bool { true }
  /// True: the mailbox takes everything.
  package var sendsText: Bool { true }

  /// Every message, the oldest first.
  package var entries: [Entry] { state.withLock { $0.entries } }

  /// A message by its number.
  package subscript(number: Int) -> Entry? {
    state.withLock { $0.entries.first { $0.number == number } }
  }

  package func posted(_ message: OutgoingMessage) {
    let now = time.now()
    state.withLock { state in
      state.last += 1
      state.entries.append(Entry(number: state.last, message: message, at: now, outcome: nil))
      if state.entries.count > Self.limit { state.entries.removeFirst() }
    }
  }

  package func deliver(_ message: OutgoingMessage, id: MessageID) async -> DeliveryOutcome {
    var outcome = DeliveryOutcome.sent
    if message.isRelay {
      if let relay { outcome = await relay(message, id) }
    } else if let forwarding, message.isText ? forwarding.sendsText : forwarding.sendsMail {
      outcome = await forwarding.deliver(message, id: id)
    }
    note(outcome, of: message)
    return outcome
  }

  private func note(_ outcome: DeliveryOutcome, of message: OutgoingMessage) {
    state.withLock { state in
      let index = state.entries.lastIndex { entry in
        entry.message.kind == message.kind && entry.message.recipient == message.recipient
          && entry.message.code == message.code
      }
      if let index { state.entries[index].outcome = outcome }
    }
  }
}
