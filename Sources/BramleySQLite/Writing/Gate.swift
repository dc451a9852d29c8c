#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock with a condition to wait on, for the threads of this target.
///
/// `Mutex` has no condition, and these threads must sleep until there is work.
final class Gate: @unchecked Sendable {
  // Safe to share: the two are only ever passed to the thread library, which is made for it.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(lock)
    condition.deallocate()
    lock.deallocate()
  }

  /// Runs a closure under the lock.
  func withLock<Answer>(_ body: () -> Answer) -> Answer {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  /// Waits for ``wake()``; to be called under the lock, which is given up meanwhile.
  func wait() { pthread_cond_wait(condition, lock) }

  /// Wakes every thread that waits.
  func wake() { pthread_cond_broadcast(condition) }
}

/// A thread of the system that can be joined.
final class WorkerThread: @unchecked Sendable {
  // Safe to share: written once before anyone else sees it; joining happens once, by the owner's stop.
  private var thread: pthread_t?

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; nil when the system gives none.
  init?(_ run: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Body(run)).toOpaque()
    #if canImport(Darwin)
      var started: pthread_t?
      let result = pthread_create(
        &started, nil,
        { context in
          Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, context)
      thread = started
    #else
      var started = pthread_t()
      let result = pthread_create(
        &started, nil,
        { context in
          guard let context else { return nil }
          Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, context)
      thread = started
    #endif
    guard result == 0 else {
      Unmanaged<Body>.fromOpaque(context).release()
      return nil
    }
  }

  /// Waits for the thread's end.
  func join() {
    guard let thread else { return }
    self.thread = nil
    pthread_join(thread, nil)
  }
}
