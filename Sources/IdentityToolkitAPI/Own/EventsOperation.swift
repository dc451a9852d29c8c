import Accounts
import BramleyHTTP

/// Server events of the signed-in person's account, by long poll (contract §4).
enum EventsOperation {
  struct Response: WireResponse {
    let events: [EventRecord]
    let next: Int64
  }

  /// How long a poll waits at most, and how often it looks.
  static let patience: Duration = .seconds(30)
  static let interval: Duration = .seconds(1)

  static let operation = Operation(
    "events.list", "Waits up to 30 s for events of the signed-in person's account after a number.",
    [.own("/v1/events")], .person
  ) { (context: WireContext) in
    let query = try context.query()
    let token = try context.personToken(nil)
    guard let after = Int64(query["after"] ?? "0"), after >= 0 else {
      throw WireError.refused("INVALID_EVENT_NUMBER", "after must be a number that an earlier answer named.")
    }
    let seconds = min(max(query["wait"].flatMap { Int64($0) } ?? patience.components.seconds, 0), 30)
    return try await poll(token, after: after, for: .seconds(seconds), context)
  }

  /// Looks until there is something to tell. The token is judged every time, so that the end of session or
  /// account ends the poll as well. Rows that are no client's business move `next` on.
  private static func poll(
    _ token: String, after: Int64, for patience: Duration, _ context: WireContext
  ) async throws -> Response {
    var next = after
    var waited = Duration.zero
    while true {
      let rows = try await context.accounts.events(after: next, idToken: token)
      next = max(next, rows.last?.id ?? next)
      let events = rows.compactMap(EventRecord.init)
      if !events.isEmpty || waited >= patience { return Response(events: events, next: next) }
      // A full page of other rows: the next one is there already.
      if rows.count >= 100 { continue }
      let step = min(interval, patience - waited)
      try await context.api.wait(step)
      waited += step
    }
  }
}
