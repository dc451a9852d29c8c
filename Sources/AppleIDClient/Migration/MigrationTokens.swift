import BramleyCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Access tokens with the scope `user.migration`, one for each client, fetched by one request at a time.
actor MigrationTokens {
  typealias Fetched = Result<(token: Secret, goodUntil: Date), AppleServiceError>

  private var tokens: [String: (token: Secret, goodUntil: Date)] = [:]
  private var fetches: [String: Task<Fetched, Never>] = [:]

  /// Gives a token that is good for a while longer, or fetches one.
  func token(
    for clientID: String, at now: Date, fetch: @escaping @Sendable () async -> Fetched
  ) async throws(AppleServiceError) -> Secret {
    if let kept = tokens[clientID], kept.goodUntil > now { return kept.token }
    let task = fetches[clientID] ?? Task { await fetch() }
    fetches[clientID] = task
    let fetched = await task.value
    if fetches[clientID] == task { fetches[clientID] = nil }
    let fresh = try fetched.get()
    tokens[clientID] = fresh
    return fresh.token
  }

  /// Forgets a token that Apple did not take.
  func drop(_ token: Secret, of clientID: String) {
    if tokens[clientID]?.token == token { tokens[clientID] = nil }
  }
}
