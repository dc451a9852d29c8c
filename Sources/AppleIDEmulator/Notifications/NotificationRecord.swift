#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A notification: what it tells, how far its delivery has come, and what its receiver answered.
struct NotificationRecord: Codable, Sendable {
  /// How a delivery stands.
  enum State: String, Codable, Sendable {
    case pending, delivered, failed
    /// The group has no address registered.
    case noAddress = "no_address"
  }

  /// One attempt.
  struct Attempt: Codable, Sendable {
    let at: Date
    /// The receiver's status; nil when none came.
    let status: Int?
    /// Why none came.
    let failure: String?
  }

  /// The `jti`.
  let id: String
  /// Counts the notifications, for their order.
  let number: Int
  let event: NotificationEvent
  /// When it arose, by our own clock.
  let at: Date
  var state: State
  var attempts: [Attempt] = []
  /// How many times of the schedule have passed without a delivery.
  var round = 0
  /// How many copies were accepted.
  var copies = 0
  /// When the next attempt is due; nil once there is none.
  var dueAt: Date?

  /// Adds an attempt and decides what comes next: another copy, the schedule's next time, or the end.
  mutating func note(_ attempt: Attempt, settings: Settings, now: Date) {
    guard state == .pending else { return }
    attempts.append(attempt)
    if attempt.status == 200 {
      copies += 1
      if copies >= settings.notificationCopies { end(.delivered) }
      return
    }
    round += 1
    guard round < settings.notificationSchedule.count else { return end(.failed) }
    dueAt = now.addingTimeInterval(Double(settings.notificationSchedule[round]))
  }

  private mutating func end(_ state: State) {
    self.state = state
    dueAt = nil
  }
}

/// A notification as control API and console show it.
struct NotificationView: Encodable, Sendable {
  let id: String
  let type: String
  let subject: String
  let audience: String
  let address: String?
  let at: Date
  let state: NotificationRecord.State
  let attempts: [NotificationRecord.Attempt]
  let next_attempt_at: Date?

  init(_ record: NotificationRecord) {
    id = record.id
    type = record.event.kind.rawValue
    subject = record.event.subject
    audience = record.event.audience
    address = record.event.address
    at = record.at
    state = record.state
    attempts = record.attempts
    next_attempt_at = record.dueAt
  }
}
