import _Threads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The one thread that writes to a database file; concurrent works share a commit.
///
/// A work runs inside a transaction together with those that waited beside it; its answer leaves only
/// after the commit. Works make all their checks before their first write. When one throws, the batch is
/// rolled back and every work is run again in a transaction of its own, so a work may run twice and has no
/// effect but on the database.
final class Writer: @unchecked Sendable {
  // Safe to share: `waiting`, `isStopping`, `wantsLastCheckpoint` and `counts` are touched under `gate`;
  // the connection belongs to the thread.
  private let gate = Gate()
  private let bound: Int
  private let batchSize: Int
  private var waiting: [any WriteRequest] = []
  private var isStopping = false
  private var wantsLastCheckpoint = false
  private var counts = WriterCounts()
  private var thread: WorkerThread?
  private let onLogGrowth: @Sendable (Int) -> Void

  init(
    _ connection: Connection, bound: Int, batchSize: Int, onLogGrowth: @escaping @Sendable (Int) -> Void
  ) throws(SQLiteError) {
    self.bound = bound
    self.batchSize = batchSize
    self.onLogGrowth = onLogGrowth
    let box = ConnectionBox(connection)
    // The thread keeps the writer alive until `stop`.
    guard let thread = WorkerThread({ self.loop(box.connection) }) else {
      throw SQLiteError(.io, "The system gives no thread for the writer.")
    }
    gate.withLock { self.thread = thread }
  }

  /// Runs a work in a transaction; answers after its commit.
  func run<Answer: Sendable, Failure: Error>(
    _ work: @escaping @Sendable (Connection) throws(Failure) -> Answer,
    orThrow wrap: @escaping @Sendable (SQLiteError) -> Failure
  ) async throws(Failure) -> Answer {
    let result: Result<Answer, Failure> = await withCheckedContinuation { continuation in
      let request = TypedWriteRequest(work, wrap: wrap, continuation: continuation)
      if let refusal = enqueue(request) { request.fail(refusal) }
    }
    return try result.get()
  }

  private func enqueue(_ request: any WriteRequest) -> SQLiteError? {
    gate.withLock {
      guard !isStopping else { return SQLiteError(.stopped, "The database is closed.") }
      guard waiting.count < bound else {
        return SQLiteError(.overloaded, "\(bound) writes wait already; try again in a moment.")
      }
      waiting.append(request)
      gate.wake()
      return nil
    }
  }

  /// What was written so far.
  var statistics: WriterCounts { gate.withLock { counts } }

  /// Asks for a last checkpoint between two batches, so that the log restarts.
  func requestLastCheckpoint() {
    gate.withLock {
      wantsLastCheckpoint = true
      gate.wake()
    }
  }

  /// Finishes what waits and ends the thread.
  func stop() {
    let ending = gate.withLock { () -> WorkerThread? in
      isStopping = true
      gate.wake()
      defer { thread = nil }
      return thread
    }
    ending?.join()
  }

  // MARK: The thread

  private enum Work {
    case batch([any WriteRequest])
    case checkpoint
    case stop
  }

  private func next() -> Work {
    gate.withLock {
      while true {
        if wantsLastCheckpoint {
          wantsLastCheckpoint = false
          return .checkpoint
        }
        if !waiting.isEmpty {
          // Whoever waits shares the commit; alone, a work commits at once.
          let batch = Array(waiting.prefix(batchSize))
          waiting.removeFirst(batch.count)
          return .batch(batch)
        }
        if isStopping { return .stop }
        gate.wait()
      }
    }
  }

  private func loop(_ connection: Connection) {
    connection.observeLog()
    while true {
      switch next() {
      case .stop: return
      case .checkpoint: connection.checkpoint()
      case .batch(let batch):
        if !commit(batch, on: connection) {
          for request in batch { commitAlone(request, on: connection) }
        }
        let pages = connection.pagesWritten
        gate.withLock {
          counts.requests += batch.count
          counts.batches += 1
          counts.pages = pages
        }
        if let frames = connection.takeLogLength() { onLogGrowth(frames) }
      }
    }
  }

  /// Commits a batch and answers it; false when a work threw and nothing was answered.
  private func commit(_ batch: [any WriteRequest], on connection: Connection) -> Bool {
    do throws(SQLiteError) {
      try connection.run("BEGIN IMMEDIATE")
    } catch {
      for request in batch { request.fail(error) }
      return true
    }
    for request in batch where !request.perform(on: connection) {
      connection.rollBack()
      if batch.count > 1 { return false }
      request.answer()
      return true
    }
    do throws(SQLiteError) {
      try connection.run("COMMIT")
    } catch {
      connection.rollBack()
      for request in batch { request.fail(error) }
      return true
    }
    for request in batch { request.answer() }
    return true
  }

  private func commitAlone(_ request: any WriteRequest, on connection: Connection) {
    _ = commit([request], on: connection)
  }
}

/// Hands a connection over to the thread that owns it from then on.
private struct ConnectionBox: @unchecked Sendable {
  let connection: Connection
  init(_ connection: Connection) { self.connection = connection }
}

/// What a writer has done.
public struct WriterCounts: Sendable, Hashable {
  /// Works that were run.
  public var requests = 0
  /// Commits that they shared.
  public var batches = 0
  /// Pages that were written to the log.
  public var pages = 0
}
