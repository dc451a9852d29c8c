/// A database of ours as a copy sees it; used by one thread.
protocol CopySide: AnyObject {
  /// The number of the newest schema that this version knows.
  var knownSchema: Int { get }
  /// The number of the newest step that was applied, where there is a table of them.
  func schema() throws(CopyError) -> Int
  /// The tables that are there.
  func tables() throws(CopyError) -> Set<String>
  /// The rows behind a key in the order of the keys, at most so many; all from one snapshot.
  func rows(of table: CopiedTable, after key: RowKey?, _ pace: CopyPace) throws(CopyError) -> RowBatch
  /// How many rows there are.
  func count(of table: CopiedTable) throws(CopyError) -> Int
  /// The greatest number that was ever given to a row of a numbered table; 0 before the first.
  func lastNumber(of table: CopiedTable) throws(CopyError) -> Int64
  /// The value of a setting.
  func setting(_ name: String) throws(CopyError) -> [UInt8]?
  /// Lets everybody in again.
  func close()
}

/// The database that is copied; nobody writes to it while it is open.
protocol CopySource: CopySide {}

/// The database that becomes the copy.
protocol CopyTarget: CopySide {
  /// Makes the schema of this version where it is missing.
  func prepare() throws(CopyError)
  /// Marks an empty database as one that is being copied into, in one transaction.
  func begin(_ progress: CopyProgress) throws(CopyError)
  /// Removes every row and begins anew, in one transaction.
  func beginAnew(_ progress: CopyProgress) throws(CopyError)
  /// Writes rows and how far the copy is, in one transaction; refused when somebody else went on meanwhile.
  func insert(_ batch: RowBatch, into table: CopiedTable, from old: CopyProgress, to new: CopyProgress)
    throws(CopyError)
  /// Makes the copy a store: the last numbers, and the source's settings in place of the copy's own.
  func finish(_ settings: RowBatch, numbers: [(table: CopiedTable, last: Int64)], from old: CopyProgress)
    throws(CopyError)
  /// Begins a snapshot to compare.
  func beginComparing() throws(CopyError)
  /// Ends it.
  func endComparing() throws(CopyError)
}

extension CopySide {
  /// Refuses a database that a newer version has worked on, even if this one could serve it: it may have
  /// tables and columns that would stay behind.
  func refuseNewerSchema() throws(CopyError) {
    guard try tables().contains("migrations") else { return }
    let found = try schema()
    guard found > knownSchema else { return }
    throw CopyError(
      .newerSchema,
      "One of the databases has schema \(found), this version knows \(knownSchema): use the newer version.")
  }

  /// Whether it is no half of a copy.
  func isFinished() throws(CopyError) -> Bool { try setting(CopyProgress.setting) == nil }

  /// The digest of a table; tells how many rows it has seen after each piece.
  func digest(of table: CopiedTable, _ pace: CopyPace, progress: (Int) throws(CopyError) -> Void)
    throws(CopyError) -> TableDigest
  {
    var digest = TableDigest()
    try eachBatch(of: table, after: nil, pace) { (batch, _) throws(CopyError) in
      digest.add(batch)
      try progress(digest.count)
    }
    return digest
  }

  /// Calls a closure with the rows behind a key, piece by piece, and the last row of each piece.
  func eachBatch(
    of table: CopiedTable, after start: RowKey?, _ pace: CopyPace,
    _ body: (RowBatch, ArraySlice<UInt8>) throws(CopyError) -> Void
  ) throws(CopyError) {
    var key = start
    while true {
      let batch = try rows(of: table, after: key, pace)
      guard let last = batch.last else { return }
      try body(batch, last)
      guard let next = RowKey(last, of: table) else { throw unreadable(table) }
      key = next
    }
  }

  func unreadable(_ table: CopiedTable) -> CopyError {
    CopyError(
      .sourceUnreadable,
      "A row of \(table.name) is not as this version writes it: look at the database with bramley doctor.")
  }
}

/// Bounds of what a copy holds in memory.
package struct CopyPace: Sendable {
  /// Rows that are read, sent and committed together at most.
  package var rowsAtOnce = 4000
  /// The size at which they are enough, however few; a server's answer is bounded by their number alone.
  package var bytesAtOnce = 4 << 20

  /// A few megabytes at a time.
  package init() {}
}
