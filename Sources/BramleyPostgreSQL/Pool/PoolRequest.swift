/// A work that waits for a connection.
protocol PoolRequest: AnyObject, Sendable {
  /// When it must have been begun.
  var expiry: ContinuousClock.Instant { get }
  /// Does the work and answers.
  func perform(_ slot: ConnectionSlot)
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

  func perform(_ slot: ConnectionSlot) {
    do throws(Failure) {
      continuation.resume(returning: .success(try work(slot)))
    } catch {
      continuation.resume(returning: .failure(error))
    }
  }

  func fail(_ error: PostgreSQLError) { continuation.resume(returning: .failure(wrap(error))) }
}
