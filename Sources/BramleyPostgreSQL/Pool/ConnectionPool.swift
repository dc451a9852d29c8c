import _Threads

/// A bounded number of connections, each with a thread of its own that waits on the server, so that no
/// thread of Swift's concurrency ever does.
///
/// A work waits for a connection in a bounded queue and for a bounded time.
public final class ConnectionPool: @unchecked Sendable {
  // Safe to share: `waiting`, `isStopping` and `threads` are touched under `gate`; a slot belongs to its
  // thread.

  /// Sizes and bounds.
  public struct Settings: Sendable {
    /// How many connections.
    public var size = 12
    /// How many works may wait for one.
    public var queueBound = 4096
    /// The longest wait for a connection.
    public var acquisition: Duration = .seconds(3)
    /// The longest that a work may take from its beginning, with everything that is run again inside.
    public var work: Duration = .seconds(10)
    /// Numbers from 0 to 1 that spread attempts over time.
    public var jitter: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// The defaults.
    public init() {}
  }

  let settings: Settings
  private let connectionSettings: ConnectionSettings
  private let reconnection: Reconnection
  private let hearing = Hearing()
  private let tally = PoolTally()
  private let gate = Gate()
  private var waiting: [any PoolRequest] = []
  private var isStopping = false
  private var threads: [WorkerThread] = []

  /// A pool; connections are made when they are needed.
  ///
  /// - Throws: ``PostgreSQLError`` when the connection string cannot be read or the system gives no threads.
  public init(_ connection: ConnectionSettings, _ settings: Settings = Settings()) throws(PostgreSQLError) {
    try connection.check()
    self.settings = settings
    connectionSettings = connection
    reconnection = Reconnection(jitter: settings.jitter)
    var started: [WorkerThread] = []
    for _ in 0..<max(1, settings.size) {
      // The threads keep the pool alive until `stop`.
      guard let thread = WorkerThread({ self.loop() }) else { break }
      started.append(thread)
    }
    let reaper = WorkerThread { self.reap() }
    gate.withLock { threads = started + [reaper].compactMap { $0 } }
    guard !started.isEmpty, reaper != nil else {
      stop()
      throw PostgreSQLError(.full, "The system gives no threads for connections.")
    }
  }

  /// How often a connection has waited for the server: what rules the cost of an operation over a network.
  public var roundTrips: Int { tally.current.roundTrips }

  /// What the pool is doing and has done, for whoever watches over it.
  public var counts: PoolCounts {
    var counts = tally.current
    counts.size = max(1, settings.size)
    counts.waiting = gate.withLock { waiting.count }
    return counts
  }

  /// Runs a work on a thread with a connection.
  func run<Answer: Sendable, Failure: Error>(
    _ work: @escaping @Sendable (ConnectionSlot) throws(Failure) -> Answer,
    orThrow wrap: @escaping @Sendable (PostgreSQLError) -> Failure
  ) async throws(Failure) -> Answer {
    let result: Result<Answer, Failure> = await withCheckedContinuation { continuation in
      let request = TypedPoolRequest(
        expiry: .now + settings.acquisition, work, wrap: wrap, continuation: continuation)
      if let refusal = enqueue(request) {
        tally.note { $0.refused += 1 }
        request.fail(refusal)
      }
    }
    return try result.get()
  }

  /// Finishes what waits, closes the connections and ends the threads; later works are refused.
  public func stop() {
    let ending = gate.withLock { () -> [WorkerThread] in
      isStopping = true
      gate.wake()
      defer { threads = [] }
      return threads
    }
    for thread in ending { thread.join() }
  }

  private func enqueue(_ request: any PoolRequest) -> PostgreSQLError? {
    gate.withLock {
      guard !isStopping else { return PostgreSQLError(.stopped, "The pool of connections is closed.") }
      guard waiting.count < settings.queueBound else {
        return PostgreSQLError(
          .overloaded, "\(settings.queueBound) works wait for a connection already; try again in a moment.")
      }
      waiting.append(request)
      gate.wakeOne()
      return nil
    }
  }

  // MARK: The threads

  private func loop() {
    let slot = ConnectionSlot(connectionSettings, reconnection, hearing, tally, jitter: settings.jitter)
    while let request = next() {
      tally.note { $0.busy += 1 }
      let answer = request.perform(slot)
      let taken = slot.takeRoundTrips()
      tally.note { $0.roundTrips += taken }
      answer()
      slot.settle()
      tally.note { $0.busy -= 1 }
    }
    slot.drop()
  }

  private func next() -> (any PoolRequest)? {
    gate.withLock {
      while true {
        if !waiting.isEmpty { return waiting.removeFirst() }
        if isStopping { return nil }
        gate.wait()
      }
    }
  }

  /// Answers works that waited too long, also while every connection hangs.
  private func reap() {
    while true {
      let (expired, isOver) = sleepGate.withLock { () -> ([any PoolRequest], Bool) in
        sleepGate.wait(atMost: .milliseconds(100))
        return gate.withLock {
          let now = ContinuousClock.now
          // The queue is in the order of expiry.
          let count = waiting.prefix { $0.expiry <= now }.count
          defer { waiting.removeFirst(count) }
          return (Array(waiting.prefix(count)), isStopping)
        }
      }
      if !expired.isEmpty { tally.note { $0.refused += expired.count } }
      for request in expired {
        request.fail(PostgreSQLError(.overloaded, "No connection to the database was free in time."))
      }
      if isOver { return }
    }
  }

  private let sleepGate = Gate()
}
