/// Beginning and ending transactions.
///
/// Nothing relies on the session: time limits are set inside each transaction, so that a pooler may give
/// each one another server.
extension Connection {
  private static let beginWriting = Statement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
  private static let beginReading = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  private static let commitStatement = Statement("COMMIT")
  private static let rollbackStatement = Statement("ROLLBACK")
  /// How statements are planned, by the names of the server's settings.
  ///
  /// A prepared statement keeps one plan: by itself the server may plan anew for the values of each execution,
  /// which for look-ups by a key takes more time than they do and finds the same. And it never walks over a table
  /// where an index will do: a plan made while a table was counted as empty would walk over it for as long as
  /// nobody counts again, however many rows came meanwhile. What can only be had by walking then looks costly
  /// enough to be compiled, which takes longer than the walk.
  package static let planning = [
    ("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off"), ("jit", "off"),
  ]
  private static let settingLimits =
    "SELECT set_config('statement_timeout',$1,true),set_config('lock_timeout',$2,true),"
    + "set_config('idle_in_transaction_session_timeout',$3,true)"
    + planning.map { ",set_config('\($0)','\($1)',true)" }.joined()
  private static let limits = Statement(settingLimits)
  private static let limitsAndMark = Statement("\(settingLimits),pg_current_xact_id()::text")
  private static let limitsMarkAndTimeline = Statement(
    "\(settingLimits),pg_current_xact_id()::text,substr(pg_walfile_name(pg_current_wal_lsn()),1,8)")
  /// Where the answer to the statements with a mark holds it.
  private static let markColumn = Int32(3 + planning.count)
  private static let status = Statement("SELECT pg_xact_status($1::xid8)")

  /// Queues the begin of a transaction; it travels with the first statement.
  func begin(writes: Bool) throws(PostgreSQLError) {
    forgetAnswers()
    failure = nil
    mark = nil
    beginning = nil
    isFinished = false
    try run(writes ? Self.beginWriting : Self.beginReading)
    let statement =
      !writes ? Self.limits : tellsTimeline ? Self.limitsMarkAndTimeline : Self.limitsAndMark
    let ticket = try submit(
      statement, settings.statementTimeout.text, settings.lockTimeout.text, settings.idleTimeout.text)
    if writes { beginning = ticket }
  }

  /// Ends the transaction: sends what is queued and the commit, and reads all answers.
  ///
  /// A body may call it itself, so that its only statements and the commit take one round trip; answers that
  /// were submitted are there afterwards.
  ///
  /// - Throws: ``PostgreSQLError/Code/inDoubt`` when the connection broke meanwhile.
  public func finish() throws(PostgreSQLError) {
    if let ticket = beginning, answers[ticket.place] != nil { readMark(ticket) }
    try send(Self.commitStatement, .commit)
    try synchronize()
    isFinished = true
  }

  /// Says that the transaction saw something that has changed meanwhile and has to be run again.
  public func conflict() -> PostgreSQLError {
    let error = PostgreSQLError(.serialization, "Another transaction came between.")
    if failure == nil { failure = error }
    return error
  }

  /// Ends the transaction without its effect; a connection that cannot do it is of no use any more.
  func rollBack() {
    guard isUsable else { return }
    do throws(PostgreSQLError) {
      steps.isEmpty ? () : try synchronize()
    } catch {
      // What was queued is refused with the transaction.
    }
    guard isUsable else { return }
    do throws(PostgreSQLError) {
      try run(Self.rollbackStatement)
      try synchronize()
    } catch {
      isBroken = true
    }
  }

  private func readMark(_ ticket: Ticket) {
    mark = first(of: ticket) { [tellsTimeline] row in
      TransactionMark(
        number: row.text(Self.markColumn), timeline: tellsTimeline ? row.text(Self.markColumn + 1) : nil)
    }
  }

  /// What became of a transaction whose commit was in doubt.
  func outcome(of mark: TransactionMark) throws(PostgreSQLError) -> Outcome? {
    forgetAnswers()
    failure = nil
    // On another timeline the number may be somebody else's.
    guard let timeline = mark.timeline, tellsTimeline, try readTimeline() == timeline else { return .unknown }
    switch try first(Self.status, mark.number, read: { $0.text(0) }) {
    case "committed": return .committed
    case "aborted": return .aborted
    case "in progress": return nil
    default: return .unknown
    }
  }
}

extension Duration {
  /// Whole milliseconds, as the server's settings take them.
  var text: String {
    String(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}
