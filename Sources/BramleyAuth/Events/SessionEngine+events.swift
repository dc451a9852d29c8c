import AppleSignIn
import Foundation

extension SessionEngine {
  /// Polls while someone listens and someone is signed in.
  func updatePolling() {
    let wanted = board.hasListeners ? session?.id : nil
    guard polling?.id != wanted else { return }
    polling?.task.cancel()
    polling = wanted.map { id in (id, Task { [weak self] in await self?.poll(id) }) }
  }

  private func poll(_ id: UUID) async {
    var failures = 0
    while !Task.isCancelled, let session, session.id == id, board.hasListeners {
      do throws(AuthError) {
        let answer: WireAnswers.Events = try await authorized(
          .events(after: session.eventCursor), bearer: true
        ) { _ in nil }
        failures = 0
        await take(answer, id)
      } catch {
        failures += 1
        // 2, 4, … 64 seconds, and what the service asks for.
        let pause = max(error.retryAfter ?? .zero, .seconds(1 << min(failures, 6)))
        do { try await configuration.clock.sleep(for: pause) } catch { break }
      }
    }
    // Whoever listens next, or signs in next, begins anew.
    if polling?.id == id { polling = nil }
  }

  private func take(_ answer: WireAnswers.Events, _ id: UUID) async {
    guard let session, session.id == id else { return }
    // An answer that does not move on must not turn the long poll into a short one.
    guard answer.next > session.eventCursor || answer.events.isEmpty else { return }
    if answer.next != session.eventCursor { await change(id) { $0.eventCursor = answer.next } }
    for event in answer.events where event.id > session.eventCursor {
      board.emit(.server(event))
      if event.type == .appleRevoked, let monitor { await monitor.serviceReported() }
    }
  }
}
