import Synchronization

/// Suspended connections that wait for a moment, and are all woken at once when the server stops.
final class Sleepers: Sendable {
  private struct Content {
    var waiting: [UInt64: @Sendable () -> Void] = [:]
    var next: UInt64 = 0
    var isClosed = false
  }

  private let content = Mutex(Content())

  /// Calls `wake` once: after the pause, or when ``wakeAll()`` was called.
  func sleep(_ pause: Duration, wake: @escaping @Sendable () -> Void) {
    let key: UInt64? = content.withLock { content in
      guard !content.isClosed else { return nil }
      content.next += 1
      content.waiting[content.next] = wake
      return content.next
    }
    guard let key else { return wake() }
    Task {
      try? await Task.sleep(for: pause)
      // Called under the lock: once wakeAll() has returned, nobody touches a connection any more.
      self.content.withLock { $0.waiting.removeValue(forKey: key)?() }
    }
  }

  /// Wakes everyone, now and from now on.
  func wakeAll() {
    content.withLock { content in
      content.isClosed = true
      for wake in content.waiting.values { wake() }
      content.waiting = [:]
    }
  }
}
