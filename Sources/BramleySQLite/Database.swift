/// A database file: one writer with group commit, readers of their own, checkpoints beside both.
public final class Database: Sendable {
  /// Sizes and bounds.
  public struct Settings: Sendable {
    /// How many works may wait for the writer.
    public var queueBound = 4096
    /// How many works share a commit at most.
    public var batchSize = 64
    /// How many connections read at once at most.
    public var readers = 64
    /// What a commit outlives.
    public var durability = Durability.powerLoss
    /// The length of the log, in pages, at which it is copied into the file.
    public var checkpointThreshold = 8000

    /// Whether the writer keeps 128 MiB of pages at hand: for works that write all over large indexes.
    public var hasLargeCache = false

    /// The measured defaults.
    public init() {}

    /// For an import of very many rows: fewer pages are read again, and each is copied into the file less often.
    public static var bulk: Settings {
      var settings = Settings()
      settings.checkpointThreshold = 64_000
      settings.hasLargeCache = true
      return settings
    }
  }

  /// What a commit outlives.
  public enum Durability: Sendable, Hashable {
    /// A loss of power: every commit waits for the disk.
    case powerLoss
    /// The end of the process, however it ends; a loss of power costs the last commits, never the file.
    case process
  }

  private let writer: Writer
  private let readers: ReaderPool
  private let checkpointer: Checkpointer

  /// Opens or makes a file and brings it to its schema.
  ///
  /// - Throws: ``SQLiteError`` when the file cannot be opened or its schema is not right.
  public init(path: String, migrator: Migrator, settings: Settings = Settings()) throws(SQLiteError) {
    let connection = try Connection(path: path, role: .writer)
    try migrator.migrate(connection)
    if settings.durability == .process { try connection.execute("PRAGMA synchronous=NORMAL") }
    if settings.hasLargeCache { try connection.execute("PRAGMA cache_size=-131072") }
    // The two know each other: the writer tells the log's length, the checkpointer asks for the last step.
    let link = Link()
    let checkpointer = try Checkpointer(path: path, threshold: settings.checkpointThreshold) {
      link.writer?.requestLastCheckpoint()
    }
    self.checkpointer = checkpointer
    writer = try Writer(
      connection, bound: settings.queueBound, batchSize: settings.batchSize,
      onLogGrowth: { checkpointer.note(frames: $0) })
    link.writer = writer
    readers = ReaderPool(path: path, bound: settings.readers)
  }

  deinit { stop() }

  /// Runs a work in a transaction on the writer's thread; answers after its commit.
  ///
  /// All checks come before the first write; the work may run twice and has no effect but on the database.
  ///
  /// - Parameter wrap: Makes the caller's error of one of the database's.
  @discardableResult
  public func write<Answer: Sendable, Failure: Error>(
    _ work: @escaping @Sendable (Connection) throws(Failure) -> Answer,
    orThrow wrap: @escaping @Sendable (SQLiteError) -> Failure
  ) async throws(Failure) -> Answer {
    try await writer.run(work, orThrow: wrap)
  }

  /// Runs a work in a transaction on the writer's thread; answers after its commit.
  @discardableResult
  public func write<Answer: Sendable>(
    _ work: @escaping @Sendable (Connection) throws(SQLiteError) -> Answer
  ) async throws(SQLiteError) -> Answer {
    try await writer.run(work, orThrow: { $0 })
  }

  /// Reads in one snapshot on the caller's thread; keep it short.
  public func read<Answer, Failure: Error>(
    _ body: (Connection) throws(Failure) -> Answer, orThrow wrap: (SQLiteError) -> Failure
  ) throws(Failure) -> Answer {
    try readers.read(body, orThrow: wrap)
  }

  /// Reads in one snapshot on the caller's thread; keep it short.
  public func read<Answer>(
    _ body: (Connection) throws(SQLiteError) -> Answer
  ) throws(SQLiteError) -> Answer {
    try readers.read(body, orThrow: { $0 })
  }

  /// What the writer has done since the file was opened.
  public var statistics: WriterCounts { writer.statistics }

  /// Finishes what waits and ends the threads; later writes are refused.
  public func stop() {
    writer.stop()
    checkpointer.stop()
  }
}

/// Lets the checkpointer reach the writer that is made after it.
private final class Link: @unchecked Sendable {
  // Safe to share: written once, before the first checkpoint can be asked for, under the gate.
  private let gate = Gate()
  private weak var kept: Writer?
  var writer: Writer? {
    get { gate.withLock { kept } }
    set { gate.withLock { kept = newValue } }
  }
}
