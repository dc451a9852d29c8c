import BramleyCrypto
import InMemoryAccountStore
import Synchronization
import Testing

@testable import Accounts

@Suite("Limits over the processes of a store")
struct LimiterTests {
  /// A limiter over a store, with the number of times that it asked.
  private final class Process: Sendable {
    let limiter: Limiter
    let asked = Counter()

    /// - Parameter store: Nil: it cannot be asked.
    init(_ limits: RateLimits, _ store: InMemoryAccountStore?, _ time: TestTime, _ log: TestLog = TestLog())
      throws
    {
      let asked = asked
      limiter = Limiter(
        limits, hash: try HMACKey(Secret(bytes: [UInt8](repeating: 7, count: 32))), time: time,
        log: { log.append($0) }
      ) { (leases, now) throws(StoreError) in
        asked.add()
        guard let store else { throw StoreError(.busy, "away") }
        return try await store.lease(leases, at: now)
      }
    }
  }

  private final class Counter: Sendable {
    private let value = Atomic<Int>(0)
    func add() { value.add(1, ordering: .relaxed) }
    var count: Int { value.load(ordering: .relaxed) }
  }

  private func limits(_ kind: LimitKind, _ ceiling: Int, _ window: Duration = .seconds(60))
    -> RateLimits
  {
    var limits = RateLimits.none
    limits[kind] = Limit(ceiling: ceiling, window: window)
    return limits
  }

  private func passed(_ attempts: Int, of kind: LimitKind, _ limiter: Limiter, as subject: String = "a")
    async throws -> Int
  {
    var passed = 0
    for _ in 0..<attempts {
      do throws(AccountsError) {
        try await limiter.spend([Limiter.Attempt(kind, subject)])
        passed += 1
      } catch {
        #expect(error.code == .tooManyAttempts)
      }
    }
    return passed
  }

  @Test("refusals are counted by the kind of limit, each kind from nought (R43)")
  func counted() async throws {
    let process = try Process(limits(.password, 2), InMemoryAccountStore(), TestTime())
    #expect(process.limiter.refusals.map(\.kind.rawValue) == LimitKind.allCases.map(\.rawValue).sorted())
    #expect(process.limiter.refusals.allSatisfy { $0.count == 0 })
    #expect(try await passed(5, of: .password, process.limiter) == 2)
    #expect(try await passed(5, of: .page, process.limiter) == 5)
    let counts = process.limiter.refusals.filter { $0.count > 0 }
    #expect(counts.map(\.kind) == [.password])
    #expect(counts.map(\.count) == [3])
  }

  @Test("a refusal names the rest of the window as the time to wait (R43)")
  func retryAfter() async throws {
    let time = TestTime()
    let process = try Process(limits(.mailAddress, 1, .seconds(3600)), InMemoryAccountStore(), time)
    time.advance(.milliseconds(700))
    try await process.limiter.spend([Limiter.Attempt(.mailAddress, "ann@example.com")])
    do throws(AccountsError) {
      try await process.limiter.spend([Limiter.Attempt(.mailAddress, "ann@example.com")])
      Issue.record("nothing was refused")
    } catch {
      #expect(error.code == .tooManyAttempts)
      // 1 800 000 001.2 s lies 1 s into its hour; what is left is rounded up.
      #expect(error.retryAfter == .seconds(3599))
    }
    time.advance(.seconds(3599))
    try await process.limiter.spend([Limiter.Attempt(.mailAddress, "ann@example.com")])
  }

  @Test("without limits nothing is counted and nobody is asked")
  func off() async throws {
    let process = try Process(.none, nil, TestTime())
    #expect(try await passed(1000, of: .textNumber, process.limiter) == 1000)
    #expect(process.asked.count == 0)
  }

  @Test(
    "two processes share a ceiling; each lets only its few attempts pass before it asks (R43)",
    arguments: [(LimitKind.mailAddress, 6, 6), (.password, 10, 13), (.signIn, 300, 320)])
  func twoProcesses(_ kind: LimitKind, _ ceiling: Int, _ most: Int) async throws {
    let (store, time) = (InMemoryAccountStore(), TestTime())
    let processes = [
      try Process(limits(kind, ceiling), store, time),
      try Process(limits(kind, ceiling), store, time),
    ]
    var total = 0
    for number in 0..<ceiling * 3 {
      total += try await passed(1, of: kind, processes[number % 2].limiter)
    }
    #expect(total >= ceiling && total <= most)
    // A process that starts anew gets its few attempts and no more.
    let late = try Process(limits(kind, ceiling), store, time)
    #expect(try await passed(ceiling, of: kind, late.limiter) <= most - ceiling)
  }

  @Test("an ordinary client costs no write, a busy one a tenth, a refused one none (R43)")
  func writes() async throws {
    let process = try Process(limits(.signIn, 300), InMemoryAccountStore(), TestTime())
    for number in 0..<500 {
      _ = try await passed(3, of: .signIn, process.limiter, as: "192.0.2.\(number)")
    }
    #expect(process.asked.count == 0)
    #expect(try await passed(300, of: .signIn, process.limiter) == 300)
    let busy = process.asked.count
    #expect(busy <= 11)
    #expect(try await passed(1000, of: .signIn, process.limiter) == 0)
    #expect(process.asked.count <= busy + 1)
  }

  @Test("races of 2, 8 and 32 requests never pass the ceiling (R43)", arguments: [2, 8, 32])
  func races(_ size: Int) async throws {
    for _ in 0..<20 {
      let process = try Process(limits(.textNumber, 5), InMemoryAccountStore(), TestTime())
      let limiter = process.limiter
      let passed = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<size {
          group.addTask {
            do throws(AccountsError) {
              try await limiter.spend([Limiter.Attempt(.textNumber, "+12025550123")])
              return 1
            } catch {
              return 0
            }
          }
        }
        return await group.reduce(0, +)
      }
      #expect(passed == min(5, size))
    }
  }

  @Test("of several attempts all count or none: one that is refused gives the others back")
  func together() async throws {
    var limits = limits(.mail, 10)
    limits[.mailAddress] = Limit(ceiling: 1, window: .seconds(60))
    let process = try Process(limits, InMemoryAccountStore(), TestTime())
    let both = [Limiter.Attempt(.mail, "192.0.2.1"), Limiter.Attempt(.mailAddress, "ann@example.com")]
    try await process.limiter.spend(both)
    for _ in 0..<20 {
      await expectRefusal(.tooManyAttempts) { try await process.limiter.spend(both) }
    }
    #expect(try await passed(20, of: .mail, process.limiter, as: "192.0.2.1") == 9)
  }

  @Test("what is given back does not count; in the next window there is nothing to give back")
  func givingBack() async throws {
    let time = TestTime()
    let process = try Process(limits(.password, 5), InMemoryAccountStore(), time)
    let attempt = [Limiter.Attempt(.password, "a")]
    for _ in 0..<100 {
      try await process.limiter.spend(attempt)
      process.limiter.giveBack(attempt)
    }
    #expect(try await passed(20, of: .password, process.limiter) == 5)
    time.advance(.seconds(60))
    process.limiter.giveBack(attempt)
    #expect(try await passed(20, of: .password, process.limiter) == 5)
  }

  @Test("while the store is away open kinds count in the process, closed ones answer 503 (R43)")
  func storeAway() async throws {
    let open = try Process(limits(.mailAddress, 6), nil, TestTime())
    #expect(try await passed(20, of: .mailAddress, open.limiter) == 6)
    let closed = try Process(limits(.textNumber, 5), nil, TestTime())
    await expectRefusal(.unavailable) { try await closed.limiter.spend([.init(.textNumber, "+1")]) }
  }

  @Test("the store and the log learn nothing of whom a limit is for (R43)")
  func hidden() async throws {
    let (store, log) = (InMemoryAccountStore(), TestLog())
    let process = try Process(limits(.mailAddress, 1), store, TestTime(), log)
    _ = try await passed(3, of: .mailAddress, process.limiter, as: "ann@example.com")
    #expect(store.dump().count { $0.hasPrefix("lease") } == 1)
    let plain = SHA256.digest(utf8: "ann@example.com").bytes.prefix(16)
    #expect(!store.dump().joined().contains("ann"))
    #expect(!store.dump().joined().contains(plain.map(String.init).joined(separator: ", ")))
    #expect(log.lines == ["rate limits: mailAddress is reached by somebody"])
  }

  @Test("other limits are taken up while it runs; counts of what stays go on")
  func change() async throws {
    let process = try Process(limits(.page, 5), nil, TestTime())
    #expect(try await passed(4, of: .page, process.limiter) == 4)
    process.limiter.use(limits(.page, 5))
    #expect(try await passed(4, of: .page, process.limiter) == 1)
    process.limiter.use(limits(.page, 7))
    #expect(try await passed(10, of: .page, process.limiter) == 7)
    process.limiter.use(.none)
    #expect(try await passed(10, of: .page, process.limiter) == 10)
  }
}
