import CMicroHTTPD
import Synchronization

/// One request and its answer.
///
/// The library's thread drives it; the responder's task, the watch and `stop()` may end it from outside.
/// The first answer counts, later ones are dropped.
///
/// `@unchecked Sendable`: `stage` and `body` and `request` belong to the library's thread of this
/// connection alone; everything else is behind a lock or atomic. `handle` is used from outside only to
/// resume while the state says that the connection is suspended, and a suspended one stays alive.
final class Exchange: @unchecked Sendable {
  /// How far the library's calls have come.
  enum Stage {
    /// The head has not been looked at.
    case head
    /// The body comes in; what comes beyond the limit is dropped and counted.
    case body(dropped: Int)
    /// The responder was asked.
    case responding
    /// An answer was queued.
    case answered
  }

  /// What leaves in the end.
  enum Outcome: Sendable {
    case response(HTTPResponse)
    /// The connection closes without an answer.
    case abandoned
  }

  private enum State {
    static let running: UInt8 = 0
    static let suspended: UInt8 = 1
    static let done: UInt8 = 2
  }

  let connection: Connection
  let target: String
  /// The address behind the target's last byte in the library's buffer.
  private let targetEnd: UInt
  var stage = Stage.head
  var body: [UInt8] = []
  var request: HTTPRequest?

  private let handle: OpaquePointer
  private let state = Atomic<UInt8>(State.running)
  private let outcome = Mutex<Outcome?>(nil)
  private let task = Mutex<(task: Task<Void, Never>?, isCancelled: Bool)>((nil, false))

  init(connection: Connection, handle: OpaquePointer, target: UnsafePointer<CChar>) {
    self.connection = connection
    self.handle = handle
    self.target = String(cString: target)
    targetEnd = UInt(bitPattern: target + textLength(target))
  }

  /// The answer, once there is one.
  var finished: Outcome? { outcome.withLock { $0 } }

  /// Whether the version stands right behind the target: else a NUL has cut the target short.
  func isFollowed(by version: UnsafePointer<CChar>) -> Bool {
    !HeaderReader.showsLayout || UInt(bitPattern: version) == targetEnd + 1
  }

  /// The request with its body, which is kept no longer here; called on the library's thread.
  func wholeRequest() -> HTTPRequest? {
    guard var request else { return nil }
    request.body = body
    body = []
    return request
  }

  /// Gives the answer from any thread, and wakes the connection when it waits for one.
  func finish(_ result: Outcome) {
    let isFirst = outcome.withLock { outcome in
      guard outcome == nil else { return false }
      outcome = result
      return true
    }
    guard isFirst else { return }
    if state.exchange(State.done, ordering: .acquiringAndReleasing) == State.suspended {
      MHD_resume_connection(handle)
    }
  }

  /// Suspends the connection until ``finish(_:)``; called on the library's thread.
  func suspend(waitingFor task: Task<Void, Never>) {
    let isCancelled = self.task.withLock { content in
      content.task = task
      return content.isCancelled
    }
    if isCancelled { task.cancel() }
    MHD_suspend_connection(handle)
    let (exchanged, _) = state.compareExchange(
      expected: State.running, desired: State.suspended, ordering: .acquiringAndReleasing)
    // The answer came between the look at it and the suspension.
    if !exchanged { MHD_resume_connection(handle) }
  }

  /// Tells the responder that nobody waits for its answer.
  func cancel() {
    let task = task.withLock { content in
      content.isCancelled = true
      return content.task
    }
    task?.cancel()
  }

  /// Drops the task once the exchange is over.
  func release() {
    let task = task.withLock { content in
      defer { content.task = nil }
      return content.task
    }
    task?.cancel()
  }
}
