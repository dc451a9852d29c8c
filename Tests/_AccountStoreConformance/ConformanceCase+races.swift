import Accounts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ConformanceCase {
  /// How many tasks race, and how often.
  private static let sizes = [2, 8, 32]
  private static let rounds =
    ProcessInfo.processInfo.environment["BRAMLEY_DRILLS"] == "1" ? 200 : 20

  static let races = [
    ConformanceCase("one credential opens one session, however many bring it (R13)") { store in
      try await race { round, size in
        let results = try await together(size) { number in
          try await store.signIn(
            Samples.attempt(
              Samples.identity("ann \(round)-\(size)"), session: unique(round, size, number),
              credential: "c \(round)-\(size)"))
        }
        try requireEqual(results.filter { (try? $0.opened()) != nil }.count, 1)
        try requireEqual(results.filter(\.isDuplicate).count, size - 1)
      }
    },
    ConformanceCase("one person gets one account, however many sign in first (FR-51)") { store in
      try await race { round, size in
        let results = try await together(size) { number in
          try await store.signIn(
            Samples.attempt(Samples.identity("ann \(round)-\(size)"), session: unique(round, size, number)))
        }
        let opened = try results.map { try $0.opened() }
        try requireEqual(Set(opened.map(\.account.id)).count, 1)
        try requireEqual(opened.filter(\.isNewAccount).count, 1)
        try requireEqual(try await store.sessions(of: opened[0].account.id).count, size)
      }
    },
    ConformanceCase("one refresh token rotates once, all get the same successor (A32, FR-53)") { store in
      try await race { round, size in
        let session = unique(round, size, 0)
        _ = try await anonymous("account \(session)", session: session, in: store)
        let results = try await together(size) { _ in try await store.rotate(Samples.rotation(session, 1)) }
        try requireEqual(results.map(\.generation), Array(repeating: 2, count: size))
        try requireEqual(try await store.state(of: Samples.session(session))?.session.generation, 2)
      }
    },
    ConformanceCase("one identity is linked to one account (R22)") { store in
      try await race { round, size in
        var owners: [Account.ID] = []
        for number in 0..<size {
          let session = unique(round, size, number)
          owners.append(try await anonymous("account \(session)", session: session, in: store))
        }
        let all = owners
        let results = try await together(size) { number in
          try await store.signIn(
            link(
              Samples.identity("ann \(round)-\(size)"), session: unique(round, size, number + 100),
              to: caller(all[number], unique(round, size, number))))
        }
        try requireEqual(results.filter { (try? $0.opened()) != nil }.count, 1)
        for result in results {
          if case .conflict(.alreadyLinked) = result { continue }
          _ = try result.opened()
        }
      }
    },
    ConformanceCase("a one-time row has one taker (FR-15)") { store in
      try await race { round, size in
        let key = Samples.key("flow \(round)-\(size)")
        _ = try await store.keep([1], purpose: .webFlow, key: key)
        let results = try await together(size) { _ in
          try await store.take(purpose: .webFlow, key: key, now: Samples.start)
        }
        try requireEqual(results.compactMap { $0 }.count, 1)
      }
    },
    ConformanceCase("a deletion happens once, and no refresh survives it") { store in
      try await race { round, size in
        let session = unique(round, size, 0)
        let id = try await anonymous("account \(session)", session: session, in: store)
        let results = try await together(size) { number -> Int in
          if number % 2 == 0 {
            let result = try await store.delete(Samples.deletion(id)) { _, _ in nil }
            return result.refusal == nil ? 1 : 0
          }
          _ = try await store.rotate(Samples.rotation(session, 1))
          return 0
        }
        try requireEqual(results.reduce(0, +), 1)
        try requireEqual(try await store.rotate(Samples.rotation(session, 1)).refusal, .userNotFound)
      }
    },
    ConformanceCase("one notification has one effect (A31)") { store in
      try await race { round, size in
        let name = "ann \(round)-\(size)"
        _ = try await store.signIn(
          Samples.attempt(Samples.identity(name), session: unique(round, size, 0))
        ).opened()
        let report = AppleReport(
          kind: .consentRevoked, identity: Samples.identity(name).key, at: Samples.start + .seconds(1),
          now: Samples.start, notification: Samples.key(name))
        let results = try await together(size) { _ in try await store.apply(report) }
        try requireEqual(results.filter { $0 == .repeated }.count, size - 1)
      }
    },
    ConformanceCase("a job has one claimant") { store in
      try await race { _, size in
        let id = try await store.enqueue(job(), at: Samples.start)
        let results = try await together(size) { _ in
          try await store.claimJob(id, at: Samples.start, lease: .seconds(60))
        }
        try requireEqual(results.compactMap { $0 }.count, 1)
      }
    },
    ConformanceCase("processes that race for a limit get no more than its ceiling (R43)") { store in
      try await race { round, size in
        let lease = Lease(key: Samples.key("limit \(round)-\(size)"), want: 3, ceiling: 10)
        let results = try await together(size) { _ in try await store.lease([lease], at: Samples.start) }
        try requireEqual(results.joined().reduce(0, +), min(10, size * 3))
      }
    },
    ConformanceCase("an address is given once") { store in
      try await race { round, size in
        let results = try await together(size) { number in
          try await store.create(
            creation("account \(unique(round, size, number))", email: "a\(round)-\(size)@example.com"))
        }
        try requireEqual(results.filter { $0.refusal == nil }.count, 1)
        try requireEqual(results.filter { $0.refusal == .emailExists }.count, size - 1)
      }
    },
  ]

  /// A number that no other task of any race has.
  private static func unique(_ round: Int, _ size: Int, _ number: Int) -> Int64 {
    Int64(round * 1_000_000 + size * 10_000 + number + 1)
  }

  private static func race(_ body: (Int, Int) async throws -> Void) async throws {
    for size in sizes {
      for round in 0..<rounds { try await body(round, size) }
    }
  }

  private static func together<Answer: Sendable>(
    _ size: Int, _ body: @escaping @Sendable (Int) async throws -> Answer
  ) async throws -> [Answer] {
    try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
      for number in 0..<size { group.addTask { (number, try await body(number)) } }
      var answers: [Int: Answer] = [:]
      for try await (number, answer) in group { answers[number] = answer }
      return answers.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}
