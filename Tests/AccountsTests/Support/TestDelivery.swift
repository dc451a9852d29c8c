import Synchronization

@testable import Accounts

/// Takes messages as the test says and remembers every attempt.
final class TestDelivery: MessageDelivery {
  private struct State {
    var attempts: [(message: OutgoingMessage, id: MessageID)] = []
    var answers: [DeliveryOutcome] = []
    var posted: [OutgoingMessage] = []
  }

  private let state = Mutex(State())
  let isRefusedByRelay: Bool

  /// - Parameter answers: What the attempts come to, one after the other; then all are sent.
  init(_ answers: [DeliveryOutcome] = [], isRefusedByRelay: Bool = false) {
    self.isRefusedByRelay = isRefusedByRelay
    state.withLock { $0.answers = answers }
  }

  var sendsMail: Bool { true }
  var sendsText: Bool { true }
  var messages: [OutgoingMessage] { state.withLock { $0.attempts.map(\.message) } }
  var ids: [MessageID] { state.withLock { $0.attempts.map(\.id) } }
  var posted: [OutgoingMessage] { state.withLock { $0.posted } }

  func posted(_ message: OutgoingMessage) { state.withLock { $0.posted.append(message) } }

  func deliver(_ message: OutgoingMessage, id: MessageID) async -> DeliveryOutcome {
    state.withLock { state in
      state.attempts.append((message, id))
      return state.answers.isEmpty ? .sent : state.answers.removeFirst()
    }
  }
}
