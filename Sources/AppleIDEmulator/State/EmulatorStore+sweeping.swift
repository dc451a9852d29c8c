import BramleySQLite
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whether rows are being removed, so that many returns to the start do not sweep beside each other.
struct Sweeping: Sendable {
  private var isUnderWay = false
  private var isAskedAgain = false

  /// Whether the caller is to sweep; else whoever does so already goes round once more.
  mutating func begin() -> Bool {
    isAskedAgain = isUnderWay
    defer { isUnderWay = true }
    return !isUnderWay
  }

  /// Whether the sweep goes round once more.
  mutating func goesOn() -> Bool {
    defer { isAskedAgain = false }
    isUnderWay = isAskedAgain
    return isAskedAgain
  }
}

/// Where a walk over the rows stands.
private struct Place: Sendable {
  var kind = ""
  var key = ""
}

extension EmulatorStore {
  /// Rows of a past epoch that one transaction removes: others wait for it no longer than for a commit.
  private static let step: Int64 = 200
  /// Rows that one look for expired ones passes.
  private static let page: Int64 = 500

  func sweep(now: Date) async {
    guard sweeping.withLock({ $0.begin() }) else { return }
    repeat {
      // What cannot be swept now is swept the next time; it is in nobody's way.
      try? await removePastEpochs()
      try? await removeExpired(at: Int64(now.timeIntervalSince1970))
    } while sweeping.withLock { $0.goesOn() }
  }

  /// Each step begins at the lowest key and ends at a key, so that it costs what it removes.
  private func removePastEpochs() async throws {
    var isDone = false
    while !isDone, !Task.isCancelled {
      isDone = try await database.write { connection throws(SQLiteError) in
        let end = try connection.first(
          """
          SELECT epoch, kind, key FROM rows WHERE epoch < (SELECT number FROM epoch)
            ORDER BY epoch, kind, key LIMIT 1 OFFSET ?
          """, Self.step - 1
        ) { (epoch: $0.integer(0), kind: $0.text(1), key: $0.text(2)) }
        guard let end else {
          try connection.run("DELETE FROM rows WHERE epoch < (SELECT number FROM epoch)")
          return true
        }
        try connection.run(
          "DELETE FROM rows WHERE (epoch, kind, key) <= (?, ?, ?)", end.epoch, end.kind, end.key)
        return false
      }
    }
  }

  /// The walk is a reader's: the writer sees only rows that are to go.
  private func removeExpired(at now: Int64) async throws {
    var place: Place? = Place()
    while let here = place, !Task.isCancelled {
      let (next, expired) = try database.read { connection throws(SQLiteError) in
        try Self.page(after: here, now: now, connection)
      }
      if !expired.isEmpty {
        try await database.write { connection throws(SQLiteError) in
          for row in expired {
            try connection.run(
              """
              DELETE FROM rows
                WHERE epoch = (SELECT number FROM epoch) AND kind = ? AND key = ? AND expires < ?
              """, row.kind, row.key, now)
          }
        }
      }
      place = next
    }
  }

  private static func page(after place: Place, now: Int64, _ connection: Connection) throws(SQLiteError)
    -> (next: Place?, expired: [Place])
  {
    let rows = try connection.all(
      """
      SELECT kind, key, expires FROM rows
        WHERE epoch = (SELECT number FROM epoch) AND (kind, key) > (?, ?)
        ORDER BY kind, key LIMIT ?
      """, place.kind, place.key, page
    ) { (place: Place(kind: $0.text(0), key: $0.text(1)), expires: $0.optionalInteger(2)) }
    let expired = rows.filter { row in row.expires.map { $0 < now } ?? false }.map(\.place)
    return (rows.count < Int(page) ? nil : rows.last?.place, expired)
  }
}
