#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

/// A thread of our own, for work that waits in the kernel.
package final class ServiceThread: Sendable {
  private let handle: Mutex<pthread_t?>

  /// Starts the body; nil when the system gives no thread.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(ThreadWork(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = withSignalsBlocked { pthread_create(&thread, nil, { runThreadWork($0) }, work.toOpaque()) }
    guard status == 0 else {
      work.release()
      return nil
    }
    handle = Mutex(thread)
  }

  /// Waits until the body has returned; a second call returns at once.
  package func join() {
    if let thread = take() { pthread_join(thread, nil) }
  }

  deinit {
    if let thread = take() { pthread_detach(thread) }
  }

  private func take() -> pthread_t? {
    handle.withLock { handle in
      defer { handle = nil }
      return handle
    }
  }
}

/// What a new thread is to do, boxed for the way through C.
private final class ThreadWork: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runThreadWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().body()
  return nil
}

/// Runs the body with every signal blocked, so that the threads it starts leave signals to the main program.
func withSignalsBlocked<R>(_ body: () -> R) -> R {
  var all = sigset_t()
  var before = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_BLOCK, &all, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  return body()
}
