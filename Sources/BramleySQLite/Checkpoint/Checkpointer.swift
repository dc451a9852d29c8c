import _Threads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Copies the log into the database file beside the writer, so that no commit waits for it.
///
/// At the threshold a thread of its own copies what it can and syncs the database file on a descriptor of
/// its own; then the writer makes one last, short checkpoint between two batches, and the log restarts.
/// Without the sync before, that last step would sync the whole file itself.
final class Checkpointer: @unchecked Sendable {
  // Safe to share: the flags are touched under `gate`; connection and descriptor belong to the thread.
  private let gate = Gate()
  private let threshold: Int
  private let descriptor: Int32
  private var isWanted = false
  private var isStopping = false
  private var isRunning = false
  private var thread: WorkerThread?

  init(
    path: String, threshold: Int, finish: @escaping @Sendable () -> Void
  ) throws(SQLiteError) {
    self.threshold = threshold
    // Never closed: closing any descriptor of the file drops this process's POSIX locks on it, SQLite's too.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SQLiteError(.cannotOpen, "The database \(path) cannot be opened for syncing.")
    }
    guard let thread = WorkerThread({ self.loop(path, finish) }) else {
      throw SQLiteError(.io, "The system gives no thread for checkpoints.")
    }
    gate.withLock { self.thread = thread }
  }

  /// Takes note of the log's length after a commit.
  func note(frames: Int) {
    guard frames >= threshold else { return }
    gate.withLock {
      guard !isRunning, !isWanted else { return }
      isWanted = true
      gate.wake()
    }
  }

  /// Ends the thread.
  func stop() {
    let ending = gate.withLock { () -> WorkerThread? in
      isStopping = true
      gate.wake()
      defer { thread = nil }
      return thread
    }
    ending?.join()
  }

  private func waitForWork() -> Bool {
    gate.withLock {
      isRunning = false
      while !isWanted && !isStopping { gate.wait() }
      isWanted = false
      isRunning = true
      return !isStopping
    }
  }

  private func loop(_ path: String, _ finish: @Sendable () -> Void) {
    // Opened on this thread and kept for its life. Without it the writer's log grows until the next start,
    // which loses nothing.
    guard let connection = try? Connection(path: path, role: .checkpointer) else { return }
    while waitForWork() {
      connection.checkpoint()
      for _ in 0..<2 { _ = fdatasync(descriptor) }
      finish()
    }
  }
}

#if canImport(Darwin)
  /// macOS has no fdatasync; fsync does more.
  private func fdatasync(_ descriptor: Int32) -> Int32 { fsync(descriptor) }
#endif
