import AppleIdentity

/// Moves a whole user base between teams, a few people at a time.
///
/// A person whom Apple refuses is noted and passed over. Apple's trouble is waited out, and ends the run when
/// it lasts; so does a fault in our configuration, which would refuse everybody. A later run does the rest.
public struct AppleMigrationRun: Sendable {
  /// What a run came to.
  public struct Report: Sendable {
    /// How many people were done.
    public internal(set) var doneCount = 0
    /// How many people Apple refused.
    public internal(set) var refusedCount = 0
    /// The entries that Apple refused, the first thousand.
    public internal(set) var refused: [AppleMigrationEntry] = []
    /// What ended the run early; nil when everybody was asked for.
    public internal(set) var interruption: AppleServiceError?
  }

  private let service: any AppleMigrationService
  private let ledger: any AppleMigrationLedger
  private let clock: any AppleClientClock
  private let width: Int
  private let attempts: Int

  /// A run over a ledger.
  ///
  /// - Parameters:
  ///   - service: Asks Apple.
  ///   - ledger: Who is to be asked for, and where the answers go.
  ///   - clock: Waits between two tries.
  ///   - width: How many people are asked for at once, 1–32.
  ///   - attempts: How often one person is asked for while Apple is in trouble; the pauses double from 1 s.
  public init(
    service: any AppleMigrationService, ledger: any AppleMigrationLedger,
    clock: any AppleClientClock = AppleSystemClock(), width: Int = 8, attempts: Int = 6
  ) {
    self.service = service
    self.ledger = ledger
    self.clock = clock
    self.width = min(max(width, 1), 32)
    self.attempts = min(max(attempts, 1), 10)
  }

  /// Asks for everybody who is not done; nobody is asked for twice in one run.
  ///
  /// - Throws: What the ledger throws, and `CancellationError` when the task is cancelled; results that
  ///   were kept stay.
  public func callAsFunction(
    _ direction: AppleMigrationDirection, clientID: String
  ) async throws -> Report {
    var report = Report()
    var last: String?
    while true {
      try Task.checkCancellation()
      let entries = try await ledger.unfinished(after: last, limit: width)
      guard let end = entries.last else { return report }
      last = end.id
      let outcomes = await outcomes(for: entries, direction, clientID)
      for (entry, outcome) in outcomes {
        switch outcome {
        case .refused(let error) where error.fault != .credential:
          report.interruption = report.interruption ?? error
          continue
        case .refused:
          report.refusedCount += 1
          if report.refused.count < 1000 { report.refused.append(entry) }
        case .transferIdentifier, .person: report.doneCount += 1
        }
        try await ledger.record(outcome, for: entry)
      }
      if report.interruption != nil { return report }
    }
  }

  private func outcomes(
    for entries: [AppleMigrationEntry], _ direction: AppleMigrationDirection, _ clientID: String
  ) async -> [(AppleMigrationEntry, AppleMigrationOutcome)] {
    await withTaskGroup(of: (AppleMigrationEntry, AppleMigrationOutcome).self) { group in
      for entry in entries {
        group.addTask { (entry, await self.outcome(for: entry, direction, clientID)) }
      }
      var outcomes: [(AppleMigrationEntry, AppleMigrationOutcome)] = []
      for await outcome in group { outcomes.append(outcome) }
      return outcomes
    }
  }

  private func outcome(
    for entry: AppleMigrationEntry, _ direction: AppleMigrationDirection, _ clientID: String
  ) async -> AppleMigrationOutcome {
    var attempt = 1
    while true {
      do throws(AppleServiceError) {
        switch direction {
        case .outgoing(let team):
          return .transferIdentifier(
            try await service.transferIdentifier(
              for: AppleSubject(entry.identifier), to: team, clientID: clientID))
        case .incoming:
          return .person(
            try await service.person(withTransferIdentifier: entry.identifier, clientID: clientID))
        }
      } catch {
        guard error.isRetryable, attempt < attempts else { return .refused(error) }
        let pause = Swift.max(error.retryAfter ?? .zero, .seconds(1 << (attempt - 1)))
        guard (try? await clock.sleep(for: Swift.min(pause, .seconds(300)))) != nil else {
          return .refused(error)
        }
        attempt += 1
      }
    }
  }
}
