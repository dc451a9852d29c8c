import BramleyCrypto
import BramleyHTTP
import Synchronization
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signs notifications and delivers them, with retries, in the background.
final class Notifier: Sendable {
  private struct Book {
    var records: [NotificationRecord] = []
    var deliveries: [String: Task<Void, Never>] = [:]
    var isStopped = false
  }

  /// Notifications that are remembered, and deliveries that run at once.
  static let bound = 500

  private let issuer: String
  private let keeper: StateKeeper
  private let keys: ServiceKeySet
  private let sender: (any HTTPSending)?
  private let random: any RandomSource
  private let now: @Sendable () -> Date
  private let book = Mutex(Book())

  init(
    issuer: String, keeper: StateKeeper, keys: ServiceKeySet, sender: (any HTTPSending)?,
    random: any RandomSource, now: @escaping @Sendable () -> Date
  ) {
    self.issuer = issuer
    self.keeper = keeper
    self.keys = keys
    self.sender = sender
    self.random = random
    self.now = now
  }

  /// Starts the delivery of an event.
  ///
  /// - Returns: The notification's id.
  @discardableResult
  func send(_ event: NotificationEvent) -> String {
    let id = Base64URL.encode(random.bytes(16))
    var record = NotificationRecord(
      id: id, type: event.kind.rawValue, subject: event.subject, audience: event.audience,
      address: event.address, at: now(), state: .noAddress)
    guard let address = event.address, let sender else {
      note(record)
      return id
    }
    record.state = .pending
    note(record)
    book.withLock { book in
      guard !book.isStopped, book.deliveries.count < Self.bound else { return }
      book.deliveries[id] = Task { [self] in
        await deliver(event, id: id, to: address, through: sender)
        _ = self.book.withLock { $0.deliveries.removeValue(forKey: id) }
      }
    }
    return id
  }

  /// The notifications, newest first.
  var records: [NotificationRecord] { book.withLock { $0.records.reversed() } }

  /// One notification.
  func record(_ id: String) -> NotificationRecord? {
    book.withLock { book in book.records.last { $0.id == id } }
  }

  /// Waits until a notification has had its first attempt, at most so long.
  func firstAttempt(of id: String, within limit: Duration) async -> NotificationRecord? {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while let found = record(id), found.state == .pending, found.attempts.isEmpty, clock.now < end {
      try? await Task.sleep(for: .milliseconds(5))
      if Task.isCancelled { break }
    }
    return record(id)
  }

  /// Forgets every notification and gives up what is under way.
  func removeAll() {
    book.withLock { book in
      for task in book.deliveries.values { task.cancel() }
      book.deliveries.removeAll()
      book.records.removeAll()
    }
  }

  /// Gives up what is under way and takes nothing more.
  func stop() {
    book.withLock { $0.isStopped = true }
    removeAll()
  }

  private func note(_ record: NotificationRecord) {
    book.withLock { book in
      if book.records.count >= Self.bound { book.records.removeFirst() }
      book.records.append(record)
    }
  }

  private func deliver(
    _ event: NotificationEvent, id: String, to address: String, through sender: any HTTPSending
  ) async {
    let settings = keeper.read { $0.settings }
    var copiesLeft = max(1, settings.notificationCopies)
    for pause in settings.notificationSchedule {
      if pause > 0 {
        do { try await Task.sleep(for: .seconds(pause)) } catch { return }
      }
      while copiesLeft > 0 {
        guard await attempt(event, id: id, to: address, through: sender) else { break }
        copiesLeft -= 1
      }
      if copiesLeft == 0 { return finish(id, .delivered) }
      if Task.isCancelled { return }
    }
    finish(id, .failed)
  }

  private func attempt(
    _ event: NotificationEvent, id: String, to address: String, through sender: any HTTPSending
  ) async -> Bool {
    // Each attempt is signed anew with the key of its time; the id stays, so receivers can tell.
    let (settings, fault) = keeper.read { state in
      (state.settings, state.faults.isEmpty ? nil : state.faults.take(.notifications))
    }
    if let fault {
      await FaultPlayer.delay(for: fault)
      if fault.preventsDelivery {
        note(id, .init(at: now(), status: nil, failure: "fault \(fault.kind.rawValue): not sent"))
        return false
      }
    }
    let clock = now().addingTimeInterval(Double(settings.clockSkew))
    do {
      let claims = NotificationClaims(event, id: id, issuer: issuer, settings: settings, now: clock)
      let token = try keys.sign(JSON.encode(claims), flaw: fault?.flaw ?? .none)
      var body = try JSON.encode(["payload": token])
      if fault?.kind == .malformed { body.removeLast(body.count / 3) }
      var request = OutgoingRequest.post(address, json: body)
      request.timeout = .seconds(settings.notificationTimeout)
      let response = try await sender.send(request)
      note(id, .init(at: now(), status: response.status, failure: nil))
      return response.status == 200
    } catch let failure as HTTPClientError {
      note(id, .init(at: now(), status: nil, failure: failure.code.rawValue))
    } catch {
      note(id, .init(at: now(), status: nil, failure: "could not be signed"))
    }
    return false
  }

  private func note(_ id: String, _ attempt: NotificationRecord.Attempt) {
    book.withLock { book in
      guard let index = book.records.lastIndex(where: { $0.id == id }) else { return }
      book.records[index].attempts.append(attempt)
    }
  }

  private func finish(_ id: String, _ state: NotificationRecord.State) {
    book.withLock { book in
      guard let index = book.records.lastIndex(where: { $0.id == id }) else { return }
      book.records[index].state = state
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
