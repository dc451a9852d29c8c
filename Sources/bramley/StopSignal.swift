#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ctrl-C and the service supervisor's request to stop.
enum StopSignal {
  /// Keeps the signals from ending the process; called before any thread exists, so that all inherit it.
  static func block() {
    var set = signals
    pthread_sigmask(SIG_BLOCK, &set, nil)
    // A peer that closes early must not end the process.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Waits for the first SIGINT or SIGTERM on a thread of its own.
  static func wait() async {
    await withCheckedContinuation { continuation in
      let waiter = Waiter(continuation)
      var thread = pthread_t()
      let context = Unmanaged.passRetained(waiter).toOpaque()
      let status = pthread_create(
        &thread, nil,
        { context in
          var set = StopSignal.signals
          var received: Int32 = 0
          sigwait(&set, &received)
          #if canImport(Glibc)
            guard let context else { return nil }
          #endif
          Unmanaged<Waiter>.fromOpaque(context).takeRetainedValue().continuation.resume()
          return nil
        }, context)
      if status == 0 { pthread_detach(thread) } else { waiter.continuation.resume() }
    }
  }

  private final class Waiter: Sendable {
    let continuation: CheckedContinuation<Void, Never>
    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
  }

  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    return set
  }
}
