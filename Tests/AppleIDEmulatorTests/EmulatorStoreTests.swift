import BramleySQLite
import Testing

@testable import AppleIDEmulator

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The emulator's store")
struct EmulatorStoreTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// What a row of the tests holds: nothing that any kind of row could be made of.
  private struct Body: Codable { var token_lifetime = "none" }

  private func write(_ rows: [StateChanges.Row], clearing: Bool = false, to store: EmulatorStore) async throws
  {
    try await store.write {
      var changes = StateChanges()
      changes.rows = rows
      changes.clearsAll = clearing
      return changes
    } restore: { _ in
    }
  }

  private func rows(_ count: Int, _ kind: StateChanges.Kind, expires: Double? = nil) -> [StateChanges.Row] {
    (0..<count).map { .init(kind: kind, key: "k\($0)", value: Body(), expires: expires) }
  }

  private func count(_ store: EmulatorStore) throws -> Int {
    try store.database.read { connection throws(SQLiteError) in
      try connection.first("SELECT count(*) FROM rows") { Int($0.integer(0)) } ?? 0
    }
  }

  @Test("reads every kind of row either at the start or after it", arguments: StateChanges.Kind.allCases)
  func kinds(_ kind: StateChanges.Kind) async throws {
    try await TemporaryDirectory.with { path in
      let store = try EmulatorStore(directory: path)
      try await write([.init(kind: kind, key: "row", value: Body(), expires: nil)], to: store)
      // That the row cannot be decoded shows that it was read.
      let unreadable = EmulatorError(.unusableStore, "")
      if StoredTokens.kinds.contains(kind) {
        #expect(throws: unreadable) { try store.loadTokens(now: now) }
        _ = try store.load()
      } else {
        #expect(throws: unreadable) { try store.load() }
        _ = try store.loadTokens(now: now)
      }
      await store.close()
    }
  }

  @Test("removes the rows of before a return to the start, and expired ones, in small steps")
  func sweep() async throws {
    try await TemporaryDirectory.with { path in
      let store = try EmulatorStore(directory: path)
      try await write(rows(450, .refreshToken) + rows(450, .code, expires: 5), to: store)
      try await write(rows(3, .refreshToken), clearing: true, to: store)
      try await write(
        rows(1_100, .code, expires: now.timeIntervalSince1970 - 1)
          + rows(700, .accessToken, expires: now.timeIntervalSince1970), to: store)
      #expect(try count(store) == 900 + 3 + 1_800)
      let before = store.database.statistics.batches
      await store.sweep(now: now)
      #expect(try count(store) == 3 + 700)
      // 900 old rows in steps of 200, 1 100 expired ones within pages of 500.
      #expect(store.database.statistics.batches - before == 5 + 3)
      await store.close()
    }
  }
}
