import CPostgreSQL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Statements: queued, sent together, answered in order.
extension Connection {
  /// How many statements are sent at most before their answers are read.
  private static var batchBound: Int { 256 }

  /// Queues a statement whose rows nobody wants; an error shows at the next round trip, at the latest at the
  /// commit, which then does not happen.
  public func run<each Value: PostgreSQLValue>(
    _ statement: Statement, _ values: repeat each Value
  ) throws(PostgreSQLError) {
    try send(statement, .run, repeat each values)
  }

  /// Queues a statement; its rows are there after the next ``synchronize()``.
  public func submit<each Value: PostgreSQLValue>(
    _ statement: Statement, _ values: repeat each Value
  ) throws(PostgreSQLError) -> Ticket {
    let place = answers.count
    try send(statement, .read(place), repeat each values)
    // `send` may have made room by reading answers, which leaves the places as they are.
    answers.append(nil)
    return Ticket(place: place)
  }

  /// The first row of a statement, read by a closure; nil when it gives none. One round trip.
  public func first<Answer, each Value: PostgreSQLValue>(
    _ statement: Statement, _ values: repeat each Value, read: (borrowing Row) -> Answer
  ) throws(PostgreSQLError) -> Answer? {
    let ticket = try submit(statement, repeat each values)
    try synchronize()
    return first(of: ticket, read: read)
  }

  /// All rows of a statement, each read by a closure. One round trip.
  public func all<Answer, each Value: PostgreSQLValue>(
    _ statement: Statement, _ values: repeat each Value, read: (borrowing Row) -> Answer
  ) throws(PostgreSQLError) -> [Answer] {
    let ticket = try submit(statement, repeat each values)
    try synchronize()
    return all(of: ticket, read: read)
  }

  /// The first row of an answer that has come; each is read once.
  public func first<Answer>(of ticket: Ticket, read: (borrowing Row) -> Answer) -> Answer? {
    guard let result = take(ticket) else { return nil }
    defer { PQclear(result) }
    guard PQntuples(result) > 0 else { return nil }
    return read(Row(result: result, index: 0))
  }

  /// All rows of an answer that has come; each is read once.
  public func all<Answer>(of ticket: Ticket, read: (borrowing Row) -> Answer) -> [Answer] {
    guard let result = take(ticket) else { return [] }
    defer { PQclear(result) }
    return (0..<max(0, PQntuples(result))).map { read(Row(result: result, index: $0)) }
  }

  private func take(_ ticket: Ticket) -> OpaquePointer? {
    guard answers.indices.contains(ticket.place) else { return nil }
    defer { answers[ticket.place] = nil }
    return answers[ticket.place]
  }

  /// Sends what is queued and reads all answers: one round trip.
  ///
  /// - Throws: The first error; what was queued behind it did not happen.
  public func synchronize() throws(PostgreSQLError) {
    guard !steps.isEmpty else { return }
    do throws(PostgreSQLError) {
      guard PQpipelineSync(handle) == 1 else { throw lost("The connection to the server broke.") }
      roundTrips += 1
      asked = .now
      try flush()
      try readAnswers()
    } catch {
      let error = inDoubt(error)
      steps.removeAll(keepingCapacity: true)
      if failure == nil { failure = error }
      throw error
    }
  }

  /// Forgets the answers of the last works.
  func forgetAnswers() {
    for answer in answers { PQclear(answer) }
    answers.removeAll(keepingCapacity: true)
  }

  // MARK: Sending

  func send<each Value: PostgreSQLValue>(
    _ statement: Statement, _ step: PipelineStep, _ values: repeat each Value
  ) throws(PostgreSQLError) {
    if steps.count >= Self.batchBound { try synchronize() }
    parameters.removeAll()
    repeat parameters.append(each values)
    let isSent: Bool
    if settings.preparesStatements {
      if prepared.insert(statement.number).inserted {
        guard
          PQsendPrepare(
            handle, statement.name, statement.sql, Int32(clamping: parameters.types.count), parameters.types)
            == 1
        else { throw noted(lost("The connection to the server broke.")) }
        steps.append(.prepare(statement.number))
      }
      isSent = parameters.withPointers { count, values, lengths, formats in
        PQsendQueryPrepared(handle, statement.name, count, values, lengths, formats, 1) == 1
      }
    } else {
      isSent = parameters.withPointers { count, values, lengths, formats in
        PQsendQueryParams(handle, statement.sql, count, parameters.types, values, lengths, formats, 1) == 1
      }
    }
    guard isSent else { throw noted(lost("The connection to the server broke.")) }
    steps.append(step)
  }

  private func noted(_ error: PostgreSQLError) -> PostgreSQLError {
    if failure == nil { failure = error }
    return error
  }

  func flush() throws(PostgreSQLError) {
    while true {
      switch PQflush(handle) {
      case 0: return
      case 1:
        // Reading meanwhile: a server that cannot get rid of its answers takes no more statements.
        try wait(readable | writable)
        try consume()
      default: throw lost("The connection to the server broke.")
      }
    }
  }

  // MARK: Reading

  private func consume() throws(PostgreSQLError) {
    guard PQconsumeInput(handle) == 1 else { throw lost("The connection to the server broke.") }
  }

  func nextResult() throws(PostgreSQLError) -> OpaquePointer? {
    while PQisBusy(handle) == 1 {
      try wait(readable)
      try consume()
    }
    return PQgetResult(handle)
  }

  private func readAnswers() throws(PostgreSQLError) {
    var first: PostgreSQLError?
    while let step = steps.first {
      guard let result = try nextResult() else { throw lost("The connection to the server broke.") }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
        if case .read(let place) = step { answers[place] = result } else { PQclear(result) }
      case PGRES_PIPELINE_ABORTED:
        unprepare(step)
        PQclear(result)
      default:
        unprepare(step)
        let error = PQresultErrorField(result, 67) == nil ? nil : PostgreSQLError(result: result)
        PQclear(result)
        guard let error else { throw lost("The connection to the server broke.") }
        if error.breaksConnection {
          isBroken = true
          throw error
        }
        if first == nil { first = error }
      }
      _ = try nextResult()  // Each statement ends with nothing.
      steps.removeFirst()
    }
    guard let end = try nextResult() else { throw lost("The connection to the server broke.") }
    let isEnd = PQresultStatus(end) == PGRES_PIPELINE_SYNC
    PQclear(end)
    guard isEnd else { throw lost("The server answered out of order.") }
    if let first { throw first }
  }

  /// What was not prepared has to be prepared again.
  private func unprepare(_ step: PipelineStep) {
    if case .prepare(let number) = step { prepared.remove(number) }
  }

  /// A connection that breaks after the commit was sent leaves it open whether it was done.
  ///
  /// An error that the server reports for a statement before the commit settles it: the commit was skipped.
  private func inDoubt(_ error: PostgreSQLError) -> PostgreSQLError {
    guard isBroken, let step = steps.first else { return error }
    guard steps.contains(where: \.isCommit) else { return error }
    if error.sqlState != nil, !step.isCommit { return error }
    return PostgreSQLError(.inDoubt, "The connection broke while the commit was under way.")
  }
}

private let readable = Int32(POLLIN)
private let writable = Int32(POLLOUT)
