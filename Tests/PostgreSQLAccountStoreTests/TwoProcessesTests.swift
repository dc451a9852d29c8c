import Accounts
import BramleyCrypto
import BramleyPostgreSQL
import PostgreSQLAccountStore
import Testing
import _PostgreSQLServer

@Suite("Two processes on one database", .serialized)
struct TwoProcessesTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)

  /// Two stores as two processes would have them: nothing is shared but the database.
  private func both() async throws -> [PostgreSQLAccountStore] {
    let server = try await PostgreSQLServer.shared()
    let address = server.address(of: try server.makeDatabase())
    let stores = try (0..<2).map { _ in
      try PostgreSQLAccountStore(ConnectionSettings(url: Secret(utf8: address)))
    }
    for store in stores { try await store.prepare() }
    return stores
  }

  @Test("every job is claimed by one of them, while both look at the same time (issue 8)")
  func jobs() async throws {
    let stores = try await both()
    defer { for store in stores { store.stop() } }
    var written: Set<Job.ID> = []
    for number in 0..<60 {
      let job = JobDraft(
        kind: .revoke, grant: nil, subject: "subject \(number)", clientID: "com.example.app", sealed: [1],
        authorizedAt: Self.start, dueAt: Self.start)
      written.insert(try await stores[0].enqueue(job, at: Self.start))
    }
    let claimed = try await withThrowingTaskGroup(of: [Job.ID].self) { group in
      for task in 0..<8 {
        group.addTask {
          var mine: [Job.ID] = []
          while true {
            let jobs = try await stores[task % 2].claimJobs(at: Self.start, lease: .seconds(60), limit: 5)
            if jobs.isEmpty { return mine }
            mine += jobs.map(\.id)
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(claimed.count == written.count)
    #expect(Set(claimed) == written)
  }

  @Test("an account's audit and sessions lose nothing, and its numbers count up")
  func chains() async throws {
    let stores = try await both()
    defer { for store in stores { store.stop() } }
    let id = Account.ID(unchecked: "ann")
    let made = try await stores[0].create(
      AccountCreation(
        account: Account(id: id, createdAt: Self.start),
        session: SessionDraft(id: Session.ID(number: 1), provider: .anonymous), now: Self.start))
    guard case .created = made else {
      Issue.record("found \(made)")
      return
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          _ = try await stores[number % 2].change(ChangeTarget(account: id, now: Self.start)) { change in
            change.opens = SessionDraft(id: Session.ID(number: Int64(number) + 2), provider: .password)
            change.note(.accountChanged, "\(number)")
            return .commit(())
          }
        }
      }
      try await group.waitForAll()
    }
    let events = try await stores[1].events(of: id, after: 0, limit: 100)
    #expect(events.count == 41)
    #expect(events.map(\.id) == events.map(\.id).sorted())
    #expect(Set(events.dropFirst().map(\.detail)) == Set((0..<40).map { "\($0)" }))
    #expect(try await stores[0].sessions(of: id).count == 41)
    // Whoever has read up to a number misses nothing behind it.
    let middle = events[20].id
    #expect(
      try await stores[0].events(of: id, after: middle, limit: 100).map(\.id) == events[21...].map(\.id))
  }

  @Test("a mark and a setting have one first writer (R7)")
  func firstWriter() async throws {
    let stores = try await both()
    defer { for store in stores { store.stop() } }
    let marks = try await withThrowingTaskGroup(of: StoreMark.self) { group in
      for task in 0..<8 {
        group.addTask {
          try await stores[task % 2].mark(
            StoreMark(mode: task % 2 == 0 ? .development : .production, usesEmulator: true))
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(marks.count == 1)
    let writers = try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask { try await stores[task % 2].replaceSetting("keys", nil, with: [UInt8(task)]) }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(writers == 1)
  }

  @Test("leases of both together stay below the ceiling (R43)")
  func leases() async throws {
    let stores = try await both()
    defer { for store in stores { store.stop() } }
    let key = OneTimeKey(expiry: Self.start + .seconds(60), digest: SHA256.digest(utf8: "limit").bytes)
    let granted = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<16 {
        group.addTask {
          try await stores[task % 2].lease([Lease(key: key, want: 10, ceiling: 75)], at: Self.start)[0]
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(granted == 75)
  }
}
