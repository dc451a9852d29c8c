package import BramleyPostgreSQL
import BramleySQLite
import _Threads

/// Carries everything that a store holds into another database, and proves that it arrived.
///
/// Rows travel table by table in the order of their keys, a bounded number at a time; each piece is written in
/// one transaction with the note how far the copy is, so that it may be broken off at any moment and goes on
/// there. Until its last transaction the target is marked, and no service starts on it. Before that transaction
/// both databases are read from end to end and compared.
package struct StoreCopy: Sendable {
  /// A database.
  package enum Place: Sendable {
    /// A file.
    case sqlite(path: String)
    /// A database on a server.
    case postgreSQL(ConnectionSettings)
  }

  /// What is to be done.
  package enum Work: Sendable, Hashable {
    /// Copies, or goes on with a copy that was broken off.
    case copy
    /// Throws away what is there of a copy that was broken off, and copies.
    case copyAnew
    /// Compares the two and writes nothing.
    case compare
  }

  private let source: Place
  private let target: Place
  private let pace: CopyPace

  /// A copy from one place to another.
  package init(from source: Place, to target: Place, pace: CopyPace = CopyPace()) {
    self.source = source
    self.target = target
    self.pace = pace
  }

  /// Does the work on a thread of its own.
  ///
  /// - Parameter progress: Takes each step before it is done; false stops there.
  /// - Throws: ``CopyError``; ``CopyError/Code/differs`` when the two do not hold the same.
  package func run(_ work: Work, progress: @escaping @Sendable (CopyStep) -> Bool = { _ in true })
    async throws(CopyError) -> CopyReport
  {
    let result: Result<CopyReport, CopyError> = await withCheckedContinuation { continuation in
      let thread = WorkerThread {
        do throws(CopyError) {
          continuation.resume(returning: .success(try perform(work, progress)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      if thread == nil {
        continuation.resume(returning: .failure(CopyError(.failed, "The system gives no thread.")))
      }
    }
    return try result.get()
  }

  private func perform(_ work: Work, _ progress: @escaping (CopyStep) -> Bool) throws(CopyError) -> CopyReport
  {
    let source = try openSource()
    defer { source.close() }
    let target = try openTarget(work)
    defer { target.close() }
    try target.refuseNewerSchema()
    let run = CopyRun(source: source, target: target, pace: pace) { (step) throws(CopyError) in
      guard progress(step) else { throw CopyError(.interrupted, "The copy was stopped; it can go on.") }
    }
    return work == .compare ? try run.compare() : try run.copy(anew: work == .copyAnew)
  }

  private func openSource() throws(CopyError) -> any CopySource {
    switch source {
    case .sqlite(let path):
      guard FileContents.exists(path) else {
        throw CopyError(.sourceUnreadable, "The source is not there: check its path.")
      }
      let side = try SQLiteSide(
        path: path, side: "source",
        inUse: CopyError(.sourceInUse, "A process has the source open: stop the service first."))
      try side.refuseNewerSchema()
      try side.prepare()
      return side
    case .postgreSQL(let settings):
      let side = try PostgreSQLSide(settings, side: "source", inUse: .sourceInUse)
      try side.refuseNewerSchema()
      try side.prepare()
      try side.hold(inUse: .sourceInUse)
      return side
    }
  }

  private func openTarget(_ work: Work) throws(CopyError) -> any CopyTarget {
    switch target {
    case .sqlite(let path):
      guard work != .compare || FileContents.exists(path) else {
        throw CopyError(.differs, "The target is not there: nothing was copied into it.")
      }
      // Looked at before it is opened for writing, which changes the file's head.
      try CopyRun.refuse(strangers: FileContents.tablesIfAny(of: path))
      return try SQLiteSide(
        path: path, side: "target",
        inUse: CopyError(.targetInUse, "A process has the target open: stop the service first."))
    case .postgreSQL(let settings):
      return try PostgreSQLSide(settings, side: "target", inUse: .targetInUse)
    }
  }
}
