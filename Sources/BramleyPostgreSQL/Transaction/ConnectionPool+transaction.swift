/// Transactions, run again inside when another one came between.
extension ConnectionPool {
  private static var attempts: Int { 40 }

  /// Runs a body in a transaction that writes; answers after its commit.
  ///
  /// The body may run more than once and has no effect but on the database. It is run again after a
  /// serialization failure, a deadlock, a unique key that another transaction took, and a connection that
  /// broke before the commit was sent.
  ///
  /// - Parameters:
  ///   - evidence: Tells whether the transaction's effect is there, for a commit whose outcome the server
  ///     cannot tell; nil leaves it in doubt.
  ///   - wrap: Makes the caller's error of one of the database's.
  public func write<Answer: Sendable, Failure: Error>(
    evidence: (@Sendable (Connection) throws(PostgreSQLError) -> Bool)? = nil,
    _ body: @escaping @Sendable (Connection) throws(Failure) -> Answer,
    orThrow wrap: @escaping @Sendable (PostgreSQLError) -> Failure
  ) async throws(Failure) -> Answer {
    let duration = settings.work
    return try await run(
      { (slot) throws(Failure) in
        try slot.write(
          until: .now + duration, attempts: Self.attempts, evidence: evidence, body, orThrow: wrap)
      }, orThrow: wrap)
  }

  /// Runs a body in a transaction that only reads, all of it in one snapshot.
  public func read<Answer: Sendable, Failure: Error>(
    _ body: @escaping @Sendable (Connection) throws(Failure) -> Answer,
    orThrow wrap: @escaping @Sendable (PostgreSQLError) -> Failure
  ) async throws(Failure) -> Answer {
    let duration = settings.work
    return try await run(
      { (slot) throws(Failure) in try slot.read(until: .now + duration, body, orThrow: wrap) }, orThrow: wrap)
  }

  /// Runs a body on a connection outside of any transaction: migrations, whose statements may take long.
  public func withConnection<Answer: Sendable>(
    deadline: Duration, _ body: @escaping @Sendable (Connection) throws(PostgreSQLError) -> Answer
  ) async throws(PostgreSQLError) -> Answer {
    try await run(
      { (slot) throws(PostgreSQLError) in
        let connection = try slot.connected(until: .now + deadline, endsSilence: false)
        connection.forgetAnswers()
        do throws(PostgreSQLError) {
          return try body(connection)
        } catch {
          slot.drop()
          throw error
        }
      }, orThrow: { $0 })
  }
}

extension ConnectionSlot {
  func read<Answer, Failure: Error>(
    until deadline: ContinuousClock.Instant, _ body: (Connection) throws(Failure) -> Answer,
    orThrow wrap: (PostgreSQLError) -> Failure
  ) throws(Failure) -> Answer {
    var attempt = 0
    while true {
      attempt += 1
      let connection = try begin(writes: false, until: deadline, orThrow: wrap)
      do throws(Failure) {
        let answer = try body(connection)
        // The snapshot has been read, so the answer need not wait for the end of the transaction.
        isReading = true
        return answer
      } catch {
        guard goesOn(connection, after: attempt, of: 3, until: deadline) else { throw error }
      }
    }
  }

  func write<Answer, Failure: Error>(
    until deadline: ContinuousClock.Instant, attempts: Int,
    evidence: ((Connection) throws(PostgreSQLError) -> Bool)?,
    _ body: (Connection) throws(Failure) -> Answer, orThrow wrap: (PostgreSQLError) -> Failure
  ) throws(Failure) -> Answer {
    var attempt = 0
    while true {
      attempt += 1
      let connection = try begin(writes: true, until: deadline, orThrow: wrap)
      let answer: Answer
      do throws(Failure) {
        answer = try body(connection)
      } catch {
        if goesOn(connection, after: attempt, of: attempts, until: deadline) { continue }
        throw error
      }
      do throws(PostgreSQLError) {
        if !connection.isFinished { try connection.finish() }
        return answer
      } catch {
        if error.code == .inDoubt {
          let mark = connection.mark
          drop()
          tally.note { $0.inDoubt += 1 }
          switch resolve(mark, evidence, until: deadline) {
          case .committed: return answer
          case .aborted: continue
          case .unknown:
            tally.note { $0.unresolved += 1 }
            throw wrap(error)
          }
        }
        if goesOn(connection, after: attempt, of: attempts, until: deadline) { continue }
        throw wrap(error)
      }
    }
  }

  private func begin<Failure: Error>(
    writes: Bool, until deadline: ContinuousClock.Instant, orThrow wrap: (PostgreSQLError) -> Failure
  ) throws(Failure) -> Connection {
    do throws(PostgreSQLError) {
      // A kept connection may be found dead; nothing was begun on it.
      if let connection = try? begun(writes: writes, until: deadline) { return connection }
      drop()
      return try begun(writes: writes, until: deadline)
    } catch {
      throw wrap(error)
    }
  }

  private func begun(writes: Bool, until deadline: ContinuousClock.Instant) throws(PostgreSQLError)
    -> Connection
  {
    let connection = try connected(until: deadline)
    try connection.begin(writes: writes)
    return connection
  }

  /// Cleans up after a transaction that failed; whether it is worth running it again.
  private func goesOn(
    _ connection: Connection, after attempt: Int, of attempts: Int, until deadline: ContinuousClock.Instant
  ) -> Bool {
    connection.rollBack()
    let failure = connection.failure
    // A server that takes no writes any more was demoted: another host may have been promoted.
    let isDemoted = failure?.code == .readOnly
    if isDemoted || !connection.isUsable { drop() }
    guard let failure, failure.isRetriable || (isDemoted && attempt == 1), attempt < attempts,
      ContinuousClock.now < deadline
    else { return false }
    tally.noteRetry(after: failure.code)
    if failure.code != .connectionLost { pause(after: attempt) }
    return true
  }

  /// Finds out what became of a transaction whose commit was in doubt.
  private func resolve(
    _ mark: TransactionMark?, _ evidence: ((Connection) throws(PostgreSQLError) -> Bool)?,
    until deadline: ContinuousClock.Instant
  ) -> Outcome {
    var attempt = 0
    while ContinuousClock.now < deadline {
      attempt += 1
      do throws(PostgreSQLError) {
        let connection = try connected(until: deadline)
        var outcome: Outcome? = .unknown
        if let mark { outcome = try connection.outcome(of: mark) }
        switch outcome {
        case .committed: return .committed
        case .aborted: return .aborted
        case .unknown:
          guard let evidence else { return .unknown }
          return try evidence(connection) ? .committed : .aborted
        case nil: break  // The server has not noticed yet that the connection is gone.
        }
      } catch {
        drop()
      }
      pause(after: attempt + 2)
    }
    return .unknown
  }
}
