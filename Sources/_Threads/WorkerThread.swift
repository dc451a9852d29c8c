#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread of the system that can be joined.
package final class WorkerThread: @unchecked Sendable {
  // Safe to share: written once before anyone else sees it; joining happens once, by the owner's stop.
  private var thread: pthread_t?

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; nil when the system gives none.
  package init?(_ run: @escaping @Sendable () -> Void) {
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
  package func join() {
    guard let thread else { return }
    self.thread = nil
    pthread_join(thread, nil)
  }
}
