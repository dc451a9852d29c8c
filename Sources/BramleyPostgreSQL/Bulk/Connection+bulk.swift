import CPostgreSQL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Work on whole tables by one thread that has the connection for itself.
extension Connection {
  /// Gives what follows so long before it is given up.
  public func allow(_ duration: Duration) { deadline = .now + duration }

  /// Begins a transaction that writes; ``finish()`` commits it.
  public func beginWriting() throws(PostgreSQLError) { try begin(writes: true) }

  /// Begins a transaction that sees one snapshot; ``finish()`` ends it.
  public func beginReading() throws(PostgreSQLError) { try begin(writes: false) }

  /// Begins a transaction that sees one snapshot and, first of all, keeps everybody from changing some tables.
  ///
  /// - Parameter lock: A `LOCK TABLE` statement; it takes no snapshot, so nothing is written between the two.
  /// - Throws: ``PostgreSQLError/Code/lockTimeout`` when somebody's open transaction has written to one of them.
  public func beginHolding(_ lock: Statement) throws(PostgreSQLError) {
    forgetAnswers()
    failure = nil
    isFinished = false
    try run(Self.beginHolding)
    try run(Self.holdForLong)
    try run(Self.waitBriefly)
    try run(lock)
    try synchronize()
  }

  private static let beginHolding = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE")
  // SET takes no snapshot, a SELECT of set_config does.
  private static let holdForLong = Statement("SET LOCAL idle_in_transaction_session_timeout=0")
  private static let waitBriefly = Statement("SET LOCAL lock_timeout='5s'")

  /// Ends a transaction without its effect.
  public func abandon() { rollBack() }

  /// Sends rows in the server's binary form to a `COPY … FROM STDIN (FORMAT binary)`.
  ///
  /// - Parameter rows: The rows without the form's head and end.
  public func copyIn(_ statement: Statement, _ rows: ArraySlice<UInt8>) throws(PostgreSQLError) {
    try synchronize()
    guard PQexitPipelineMode(handle) == 1, PQsendQuery(handle, statement.sql) == 1 else {
      throw lost("The connection to the server broke.")
    }
    try flush()
    guard let begun = try nextResult() else { throw lost("The server did not answer.") }
    var error: PostgreSQLError?
    if PQresultStatus(begun) == PGRES_COPY_IN {
      try put(Self.head)
      try put(rows)
      try put([0xFF, 0xFF])
      while true {
        let ended = PQputCopyEnd(handle, nil)
        if ended == 1 { break }
        guard ended == 0 else { throw lost("The connection to the server broke.") }
        try flush()
      }
      try flush()
    } else {
      error = PostgreSQLError(result: begun)
    }
    PQclear(begun)
    while let result = try nextResult() {
      if PQresultStatus(result) == PGRES_FATAL_ERROR, error == nil { error = PostgreSQLError(result: result) }
      PQclear(result)
    }
    guard PQenterPipelineMode(handle) == 1 else { throw lost("The connection to the server broke.") }
    if let error {
      if failure == nil { failure = error }
      throw error
    }
  }

  /// PostgreSQL, COPY, file formats: the signature, no flags, nothing added.
  private static let head: ArraySlice<UInt8> =
    Array("PGCOPY\n".utf8)[...] + [0xFF, 0x0D, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0, 0]

  /// Queues bytes piece by piece, so that what is not sent yet stays small.
  private func put(_ bytes: ArraySlice<UInt8>) throws(PostgreSQLError) {
    var rest = bytes
    while !rest.isEmpty {
      let piece = rest.prefix(262_144)
      let queued = piece.withUnsafeBytes { buffer in
        PQputCopyData(
          handle, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count))
      }
      guard queued >= 0 else { throw lost("The connection to the server broke.") }
      try flush()
      if queued == 1 { rest = rest.dropFirst(piece.count) }
    }
  }
}
