#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EmulatorState {
  /// Notifications that are remembered; with more the oldest goes, delivered or not.
  static let notificationBound = 500

  /// Puts a notification in, due by the schedule's first time.
  ///
  /// - Parameter canSend: Whether there is anything that sends.
  mutating func post(_ event: NotificationEvent, id: String, canSend: Bool, now: Date) {
    while notifications.rows.count >= Self.notificationBound,
      let oldest = notifications.rows.values.min(by: { $0.number < $1.number })
    {
      notifications[oldest.id] = nil
    }
    notificationCount += 1
    let isDelivered = canSend && event.address != nil
    notifications[id] = NotificationRecord(
      id: id, number: notificationCount, event: event, at: now, state: isDelivered ? .pending : .noAddress,
      dueAt: isDelivered ? now.addingTimeInterval(Double(settings.notificationSchedule.first ?? 0)) : nil)
  }

  /// The notifications, the newest first.
  var newestNotifications: [NotificationRecord] {
    notifications.rows.values.sorted { $0.number > $1.number }
  }
}
