import Testing

@testable import Accounts

@Suite("Counting attempts in one process")
struct LimitTableTests {
  private static let now = Timestamp(milliseconds: 1_800_000_000_500)

  /// A slot that an expectation may change.
  private final class Held {
    private(set) var slot = LimitSlot(subject: 1, end: 1)

    func spend(_ limit: Limit, _ counting: LimitKind.Counting) -> LimitSlot.Step {
      slot.spend(limit, counting)
    }
    func settle(_ granted: Int, owed: Int, want: Int) -> Bool { slot.settle(granted, owed: owed, want: want) }
    func goOn(_ limit: Limit, owed: Int, isOpen: Bool) -> Bool {
      slot.goOn(limit, owed: owed, isOpen: isOpen)
    }
    func giveBack(_ counting: LimitKind.Counting) { slot.giveBack(counting) }
  }

  private func limit(_ ceiling: Int, _ window: Duration = .seconds(60)) throws -> Limit {
    try #require(Limit(ceiling: ceiling, window: window))
  }

  @Test(
    "senseless limits are none",
    arguments: [
      (0, Duration.seconds(60)), (-1, .seconds(60)), (1_000_001, .seconds(60)), (1, .zero),
      (1, .milliseconds(900)), (1, .seconds(86_401)), (1, .seconds(-5)),
    ])
  func senseless(_ ceiling: Int, _ window: Duration) {
    #expect(Limit(ceiling: ceiling, window: window) == nil)
  }

  @Test("what a process counts by itself ends at the ceiling and begins anew with the window (R43)")
  func here() throws {
    let table = LimitTable(.page, try limit(3))
    let end = table.end(at: Self.now)
    #expect(end == 1_800_000_060_000)
    let key = LimitTable.key(of: "192.0.2.1")
    for _ in 0..<3 { #expect(table.spend(key, end: end) == .granted) }
    #expect(table.spend(key, end: end) == .refused)
    #expect(table.spend(LimitTable.key(of: "192.0.2.2"), end: end) == .granted)
    table.giveBack(key, end: end)
    #expect(table.spend(key, end: end) == .granted)
    #expect(table.spend(key, end: end) == .refused)
    #expect(table.spend(key, end: table.end(at: Self.now + .seconds(60))) == .granted)
    // A clock that goes back finds the window that was begun.
    #expect(table.spend(key, end: end) == .granted)
  }

  @Test("a window ends at a multiple of its length, whatever the clock says")
  func ends() throws {
    let table = LimitTable(.page, try limit(3, .seconds(600)))
    #expect(table.end(at: Timestamp(milliseconds: 0)) == 600_000)
    #expect(table.end(at: Timestamp(milliseconds: 599_999)) == 600_000)
    #expect(table.end(at: Timestamp(milliseconds: 600_000)) == 1_200_000)
    #expect(table.end(at: Timestamp(milliseconds: -7)) == 600_000)
    #expect(table.end(at: Timestamp(milliseconds: .max)) == .max)
  }

  @Test("what goes out before the store is asked is told to it, and what it lacks is refused (R43)")
  func shared() throws {
    let limit = try limit(20)
    let counting = LimitKind.Counting.shared(before: 3)
    let slot = Held()
    for _ in 0..<3 { #expect(slot.spend(limit, counting) == .granted) }
    #expect(slot.spend(limit, counting) == .lease(want: 5, owed: 3))
    #expect(slot.settle(5, owed: 3, want: 5))
    #expect(slot.spend(limit, counting) == .granted)
    #expect(slot.spend(limit, counting) == .lease(want: 2, owed: 0))
    #expect(slot.settle(1, owed: 0, want: 2))
    // The store gave less than was asked for: it has no more, and is not asked again.
    #expect(slot.spend(limit, counting) == .refused)
    slot.giveBack(counting)
    #expect(slot.spend(limit, counting) == .granted)
    #expect(slot.spend(limit, counting) == .refused)
  }

  @Test("a store that grants nothing refuses; what was owed is not paid twice")
  func nothing() throws {
    let limit = try limit(10)
    let counting = LimitKind.Counting.shared(before: 2)
    let slot = Held()
    for _ in 0..<2 { _ = slot.spend(limit, counting) }
    #expect(slot.spend(limit, counting) == .lease(want: 3, owed: 2))
    #expect(!slot.settle(2, owed: 2, want: 3))
    #expect(slot.slot.pool == 0 && slot.slot.owed == 0 && slot.slot.isDrained)
  }

  @Test("without the store an open kind goes on to the ceiling, a closed one stops (R43)")
  func away() throws {
    let limit = try limit(3)
    let open = Held()
    for _ in 0..<3 { #expect(open.goOn(limit, owed: 0, isOpen: true)) }
    #expect(!open.goOn(limit, owed: 0, isOpen: true))
    #expect(open.slot.owed == 3)
    let closed = Held()
    #expect(!closed.goOn(limit, owed: 1, isOpen: false))
    #expect(closed.slot.owed == 1 && closed.slot.spent == 0)
  }

  @Test("a flood of addresses neither grows the table nor resets anybody's count (A38)")
  func flood() throws {
    let table = LimitTable(.page, try limit(50), capacity: 64, stripes: 2)
    let end = table.end(at: Self.now)
    let attacker = LimitTable.key(of: "attacker")
    for _ in 0..<50 { _ = table.spend(attacker, end: end) }
    #expect(table.spend(attacker, end: end) == .refused)
    // One attempt each from fifty times as many addresses as there is room for.
    for number in 0..<3200 { _ = table.spend(LimitTable.key(of: "noise \(number)"), end: end) }
    #expect(table.spend(attacker, end: end) == .refused)
  }

  @Test("whoever takes another's place takes over its count: making room lowers none")
  func inherits() throws {
    let table = LimitTable(.page, try limit(5), capacity: 8, stripes: 1)
    let end = table.end(at: Self.now)
    for number in 0..<8 {
      for _ in 0..<4 { _ = table.spend(UInt64(number + 1), end: end) }
    }
    #expect(table.spend(100, end: end) == .granted)
    #expect(table.spend(100, end: end) == .refused)
    // In the next window there is room again.
    #expect(table.spend(101, end: end + 60_000) == .granted)
  }

  @Test("every kind has a limit to start with, and a name that a setting can have")
  func standard() {
    for kind in LimitKind.allCases {
      #expect(RateLimits.standard[kind] != nil)
      #expect(RateLimits.none[kind] == nil)
      if case .shared(let before) = kind.counting, let limit = RateLimits.standard[kind] {
        #expect(before * 2 <= limit.ceiling, "\(kind): most of a window would pass the store by")
      }
    }
  }
}
