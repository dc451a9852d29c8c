#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock with a condition to wait on, for threads that sleep until there is work.
///
/// `Mutex` has no condition.
package final class Gate: @unchecked Sendable {
  // Safe to share: the two are only ever passed to the thread library, which is made for it.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
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
  package func withLock<Answer>(_ body: () -> Answer) -> Answer {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  /// Waits for ``wake()`` or ``wakeOne()``; to be called under the lock, which is given up meanwhile.
  package func wait() { pthread_cond_wait(condition, lock) }

  /// Waits for a wake-up, at most so long; to be called under the lock, which is given up meanwhile.
  package func wait(atMost duration: Duration) {
    var until = timespec()
    clock_gettime(CLOCK_REALTIME, &until)
    let nanoseconds = until.tv_nsec + Int(duration.components.attoseconds / 1_000_000_000)
    until.tv_sec += Int(duration.components.seconds) + nanoseconds / 1_000_000_000
    until.tv_nsec = nanoseconds % 1_000_000_000
    pthread_cond_timedwait(condition, lock, &until)
  }

  /// Wakes every thread that waits.
  package func wake() { pthread_cond_broadcast(condition) }

  /// Wakes one thread that waits.
  package func wakeOne() { pthread_cond_signal(condition) }
}
