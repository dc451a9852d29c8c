import Foundation

/// What everyone may read at once: who is signed in; and who wants to hear of changes.
final class StateBoard: @unchecked Sendable {  // state guarded by lock
  private let lock = NSLock()
  private var current: User?
  private var listeners: [UUID: AsyncStream<AuthEvent>.Continuation] = [:]
  private var whenListened: @Sendable () -> Void = {}

  var currentUser: User? { lock.withLock { current } }
  var hasListeners: Bool { lock.withLock { !listeners.isEmpty } }

  func setWhenListened(_ body: @escaping @Sendable () -> Void) { lock.withLock { whenListened = body } }

  /// Shows another account, or the same one with other values in the same object.
  func show(_ record: AccountRecord?, engine: SessionEngine) {
    lock.withLock {
      if let record, let current, current.uid == record.localId {
        current.replace(record)
      } else {
        current = record.map { User($0, engine: engine) }
      }
    }
  }

  func emit(_ event: AuthEvent) {
    for listener in lock.withLock({ Array(listeners.values) }) { listener.yield(event) }
  }

  /// Every event from now on; a listener that does not keep up loses the oldest of 64.
  func events(first: AuthEvent? = nil) -> (id: UUID, stream: AsyncStream<AuthEvent>) {
    let id = UUID()
    let (stream, continuation) = AsyncStream.makeStream(
      of: AuthEvent.self, bufferingPolicy: .bufferingNewest(64))
    if let first { continuation.yield(first) }
    continuation.onTermination = { [weak self] _ in self?.end(id) }
    let listened = lock.withLock {
      listeners[id] = continuation
      return whenListened
    }
    listened()
    return (id, stream)
  }

  func end(_ id: UUID) {
    let listener = lock.withLock { listeners.removeValue(forKey: id) }
    listener?.finish()
  }
}
