/// A work that waits for a connection.
protocol PoolRequest: AnyObject, Sendable {
  /// When it must have been begun.
  var expiry: ContinuousClock.Instant { get }
  /// Does the work; the closure gives its answer.
  func perform(_ slot: ConnectionSlot) -> () -> Void
  /// Answers that it was not begun.
  func fail(_ error: PostgreSQLError)
}

/// A work with its continuation.
///
/// `@unchecked Sendable`: made by the caller, then touched by one thread only, which resumes the
/// continuation once.
final class TypedPoolRequest<Answer: Sendable, Failure: Error>: PoolRequest, @unchecked Sendable {
  let expiry: ContinuousClock.Instant
  private let work: @Sendable (ConnectionSlot) throws(Failure) -> Answer
  private let wrap: @Sendable (PostgreSQLError) -> Failure
  private let continuation: CheckedContinuation<Result<Answer, Failure>, Never>

  init(
    expiry: ContinuousClock.Instant, _ work: @escaping @Sendable (ConnectionSlot) throws(Failure) -> Answer,
    wrap: @escaping @Sendable (PostgreSQLError) -> Failure,
    continuation: CheckedContinuation<Result<Answer, Failure>, Never>
  ) {
    self.expiry = expiry
    self.work = work
    self.wrap = wrap
    self.continuation = continuation
  }

  func perform(_ slot: ConnectionSlot) -> () -> Void {
    let result: Result<Answer, Failure>
    do throws(Failure) {
      result = .success(try work(slot))
    } catch {
      result = .failure(error)
    }
    return { [continuation] in continuation.resume(returning: result) }
  }

  func fail(_ error: PostgreSQLError) { continuation.resume(returning: .failure(wrap(error))) }
}
