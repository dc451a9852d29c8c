import BramleyCrypto

/// Sending what is in the outbox.
extension Accounts {
  /// One attempt at a message.
  func deliver(_ job: Job) async -> JobOutcome {
    guard let bytes = vault.open(job.draft.sealed, for: .message),
      var message = SealedJSON.decode(OutgoingMessage.self, from: bytes)
    else {
      log("A message cannot be opened and is given up.")
      return .undelivered(failure: "seal")
    }
    let now = time.now()
    guard now < message.expiresAt else { return givenUp(message, job.lastFailure ?? "expired") }
    switch await reason(against: message, of: job) {
    case .gone: return .undelivered(failure: "account gone")
    case .refused(let why): return givenUp(message, why)
    case .unknown(let why): return retry(message, job, why, after: nil, at: now)
    case .none(let isRelay): message.isRelay = isRelay
    }
    switch await delivery.deliver(message, id: Self.messageID(of: job)) {
    case .sent: return .delivered
    case .refused(let why):
      log("\(message) was refused: \(why)")
      return .bounced(recipient: message.recipient, failure: Self.detail(message, why))
    case .failed(let why, let wait): return retry(message, job, why, after: wait, at: time.now())
    }
  }

  /// What makes every attempt at a job's message the same message.
  static func messageID(of job: Job) -> MessageID {
    let digest = SHA256.digest(utf8: "outbox\0\(job.id.number)\0\(job.createdAt.milliseconds)")
    return MessageID(text: Hex.encode(Array(digest.bytes.prefix(16))))
  }

  private enum Reason {
    case none(isRelay: Bool)
    case gone
    case refused(String)
    case unknown(String)
  }

  /// Looked at again before each attempt: the account may be gone, or mail to it switched off meanwhile.
  private func reason(against message: OutgoingMessage, of job: Job) async -> Reason {
    guard let id = Account.ID(job.draft.subject) else { return .none(isRelay: false) }
    do throws(AccountsError) {
      guard let account = try await accounts(by: [.id(id)]).first else { return .gone }
      guard let relay = RelayRule.identity(of: account, for: message.recipient) else {
        return .none(isRelay: false)
      }
      return relay.isRelayDisabled ? .refused("relay disabled") : .none(isRelay: true)
    } catch {
      return .unknown("store")
    }
  }

  private func retry(
    _ message: OutgoingMessage, _ job: Job, _ why: String, after wait: Duration?, at now: Timestamp
  ) -> JobOutcome {
    let next = now + JobSchedule.wait(forMessageAfter: job.attempts, retryAfter: wait)
    guard next < message.expiresAt else { return givenUp(message, why) }
    log("\(message) was not sent and is tried again: \(why)")
    return .retry(at: next, failure: why)
  }

  private func givenUp(_ message: OutgoingMessage, _ why: String) -> JobOutcome {
    log("\(message) was given up: \(why)")
    return .undelivered(failure: Self.detail(message, why))
  }

  private static func detail(_ message: OutgoingMessage, _ why: String) -> String {
    "\(message.kind.rawValue) \(why.prefix(64))"
  }
}

extension JobSchedule {
  /// The wait before the next attempt at a message: 2 s doubling to five minutes, since codes live an hour.
  static func wait(forMessageAfter attempt: Int, retryAfter: Duration?) -> Duration {
    min(wait(afterAttempt: attempt, retryAfter: retryAfter), .seconds(300))
  }
}
