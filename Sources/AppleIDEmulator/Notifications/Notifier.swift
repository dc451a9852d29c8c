import BramleyCrypto
import BramleyHTTP
import Synchronization
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signs notifications and delivers them, with retries, in the background.
///
/// What is to be delivered, and how far that has come, stands in the state: a restart goes on where the
/// process ended, and an attempt whose answer was lost is made again with the same `jti`.
final class Notifier: Sendable {
  private struct Book {
    var deliveries: [String: Task<Void, Never>] = [:]
    var isStopped = false
  }

  /// How long an overdue delivery waits after a start: its receiver may be starting as well.
  private static let pauseAfterStart: TimeInterval = 1

  private let issuer: String
  private let keeper: StateKeeper
  private let keys: ServiceKeySet
  private let sender: (any HTTPSending)?
  private let random: any RandomSource
  private let now: @Sendable () -> Date
  private let pause: @Sendable (Duration) async throws -> Void
  private let book = Mutex(Book())

  init(_ configuration: AppleIDEmulator.Configuration, keeper: StateKeeper, keys: ServiceKeySet) {
    issuer = configuration.issuer
    sender = configuration.sender
    random = configuration.random
    now = configuration.now
    pause = configuration.pause
    self.keeper = keeper
    self.keys = keys
  }

  /// Puts the notification of an event into the state that tells of the event, so that both are saved at once.
  ///
  /// - Returns: The notification's id, for ``start(_:)`` once the change is saved.
  func post(_ event: NotificationEvent, to state: inout EmulatorState) -> String {
    let id = Base64URL.encode(random.bytes(16))
    state.post(event, id: id, canSend: sender != nil, now: now())
    return id
  }

  /// Starts the delivery of a notification that was posted.
  func start(_ id: String) { start(id, notBefore: .distantPast) }

  /// Goes on with what an earlier process left undelivered.
  func resume() {
    let earliest = now().addingTimeInterval(Self.pauseAfterStart)
    let left = keeper.read { state in state.newestNotifications.filter { $0.state == .pending }.map(\.id) }
    for id in left { start(id, notBefore: earliest) }
  }

  private func start(_ id: String, notBefore earliest: Date) {
    guard let sender else { return }
    let known = keeper.read { state in Set(state.notifications.rows.keys) }
    book.withLock { book in
      guard !book.isStopped, known.contains(id), book.deliveries[id] == nil else { return }
      // The state's bound is the bound of deliveries, too.
      for (old, delivery) in book.deliveries where !known.contains(old) {
        delivery.cancel()
        book.deliveries[old] = nil
      }
      book.deliveries[id] = Task { [self] in
        await deliver(id, notBefore: earliest, through: sender)
        _ = self.book.withLock { $0.deliveries.removeValue(forKey: id) }
      }
    }
  }

  /// The notifications, newest first.
  var records: [NotificationRecord] { keeper.read { $0.newestNotifications } }

  /// One notification.
  func record(_ id: String) -> NotificationRecord? { keeper.read { $0.notifications[id] } }

  /// Waits until a notification that is due has had its first attempt, at most so long.
  func firstAttempt(of id: String, within limit: Duration) async -> NotificationRecord? {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while let found = record(id), found.state == .pending, found.attempts.isEmpty, clock.now < end,
      found.dueAt.map({ $0 <= now() }) ?? false
    {
      try? await Task.sleep(for: .milliseconds(5))
      if Task.isCancelled { break }
    }
    return record(id)
  }

  /// Gives up what is under way.
  func cancelAll() {
    book.withLock { book in
      for task in book.deliveries.values { task.cancel() }
      book.deliveries.removeAll()
    }
  }

  /// Gives up what is under way, leaves it for the next start, and takes nothing more.
  func stop() {
    book.withLock { $0.isStopped = true }
    cancelAll()
  }

  private func deliver(_ id: String, notBefore earliest: Date, through sender: any HTTPSending) async {
    var earliest = earliest
    while let record = record(id), record.state == .pending, let dueAt = record.dueAt {
      let wait = max(dueAt, earliest).timeIntervalSince(now())
      earliest = .distantPast
      if wait > 0 {
        do { try await pause(.milliseconds(Int64((wait * 1000).rounded(.up)))) } catch { return }
      }
      let attempt = await attempt(record, through: sender)
      if Task.isCancelled { return }
      // A save that fails keeps the change in memory, and the next one writes it.
      try? await keeper.change { state in
        let settings = state.settings
        state.notifications[id]?.note(attempt, settings: settings, now: self.now())
      }
    }
  }

  private func attempt(_ record: NotificationRecord, through sender: any HTTPSending) async
    -> NotificationRecord.Attempt
  {
    // Each attempt is signed anew with the key of its time; the id stays, so receivers can tell.
    let (settings, fault, address) = keeper.read { state in
      (
        state.settings, state.faults.isEmpty ? nil : state.faults.take(.notifications),
        state.notificationURL(group: record.event.audience) ?? record.event.address ?? ""
      )
    }
    if let fault {
      await FaultPlayer.delay(for: fault)
      if fault.preventsDelivery {
        return .init(at: now(), status: nil, failure: "fault \(fault.kind.rawValue): not sent")
      }
    }
    let clock = now().addingTimeInterval(Double(settings.clockSkew))
    do {
      let claims = NotificationClaims(
        record.event, id: record.id, issuer: issuer, settings: settings, now: clock)
      let token = try keys.sign(JSON.encode(claims), flaw: fault?.flaw ?? .none)
      var body = try JSON.encode(["payload": token])
      if fault?.kind == .malformed { body.removeLast(body.count / 3) }
      var request = OutgoingRequest.post(address, json: body)
      request.timeout = .seconds(settings.notificationTimeout)
      let response = try await sender.send(request)
      return .init(at: now(), status: response.status, failure: nil)
    } catch let failure as HTTPClientError {
      return .init(at: now(), status: nil, failure: failure.code.rawValue)
    } catch {
      return .init(at: now(), status: nil, failure: "could not be signed")
    }
  }
}

extension Fault {
  /// Whether a notification under this fault never leaves.
  var preventsDelivery: Bool {
    switch kind {
    case .reset, .timeout, .status, .html: true
    case .slow, .slowBody, .badSignature, .wrongKey, .malformed: false
    }
  }
}
