import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ctrl-C, the service supervisor's request to stop, and the request to read the configuration anew.
///
/// The main thread does nothing but wait for them. Dispatch's own way of parking the main thread takes every
/// signal with its default action, which would end the process in the middle of an answer.
enum StopSignal {
  private enum State {
    case running
    case waited(for: CheckedContinuation<Void, Never>)
    case stopping
  }

  private static let state = Mutex(State.running)
  private static let hangup = Mutex<(@Sendable () -> Void)?>(nil)

  /// Does something else than stop when a SIGHUP comes: `serve` reads its configuration anew.
  static func onHangup(_ action: @escaping @Sendable () -> Void) { hangup.withLock { $0 = action } }

  /// Keeps the signals from ending the process; called before any thread exists, so that all inherit it.
  static func block() {
    // Started by nohup: a closed terminal is no reason to stop.
    var action = sigaction()
    if sigaction(SIGHUP, nil, &action) == 0, isIgnored(action) { onHangup {} }
    var set = signals
    pthread_sigmask(SIG_BLOCK, &set, nil)
    // A peer that closes early must not end the process.
    signal(SIGPIPE, SIG_IGN)
    // A limit on the size of files is a full disk: an error for a request, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Returns when the first signal has come.
  static func wait() async {
    await withCheckedContinuation { continuation in
      state.withLock { $0 = .waited(for: continuation) }
    }
  }

  /// Takes signals for as long as the process lives.
  ///
  /// The first one lets ``wait()`` return; one that nobody waits for, or a second one, ends the process.
  static func watch() -> Never {
    var set = signals
    while true {
      var received: Int32 = 0
      guard sigwait(&set, &received) == 0 else { continue }
      if received == SIGHUP, let action = hangup.withLock({ $0 }) {
        action()
        continue
      }
      let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
        guard case .waited(let waiter) = state else { return nil }
        state = .stopping
        return waiter
      }
      guard let waiter else { _exit(128 + received) }
      waiter.resume()
    }
  }

  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGHUP)
    return set
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Glibc)
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
    #else
      unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
    #endif
  }
}
