/// A piece of work that waits for the writer, and the answer that leaves after its commit.
protocol WriteRequest: AnyObject, Sendable {
  /// Does the work inside an open transaction; false asks for a rollback.
  func perform(on connection: Connection) -> Bool
  /// Gives the answer of the work, be it good or an error of its own.
  func answer()
  /// Answers that the transaction could not be begun or committed.
  func fail(_ error: SQLiteError)
}

/// A work with its continuation.
///
/// `@unchecked Sendable`: made by the caller, then touched by the writer's thread only, until it resumes
/// the continuation, once.
final class TypedWriteRequest<Answer: Sendable, Failure: Error>: WriteRequest, @unchecked Sendable {
  private let work: @Sendable (Connection) throws(Failure) -> Answer
  private let wrap: @Sendable (SQLiteError) -> Failure
  private let continuation: CheckedContinuation<Result<Answer, Failure>, Never>
  private var result: Result<Answer, Failure>?

  init(
    _ work: @escaping @Sendable (Connection) throws(Failure) -> Answer,
    wrap: @escaping @Sendable (SQLiteError) -> Failure,
    continuation: CheckedContinuation<Result<Answer, Failure>, Never>
  ) {
    self.work = work
    self.wrap = wrap
    self.continuation = continuation
  }

  func perform(on connection: Connection) -> Bool {
    do throws(Failure) {
      result = .success(try work(connection))
      return true
    } catch {
      result = .failure(error)
      return false
    }
  }

  func answer() {
    continuation.resume(
      returning: result ?? .failure(wrap(SQLiteError(.stopped, "The writer did not run the work."))))
  }

  func fail(_ error: SQLiteError) { continuation.resume(returning: .failure(wrap(error))) }
}
