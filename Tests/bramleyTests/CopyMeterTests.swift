import Testing
import _StoreCopy

@testable import bramley

@Suite("What db copy says while it works")
struct CopyMeterTests {
  private let start = ContinuousClock.now

  private func lines(_ steps: [(CopyStep, Duration)]) -> [String?] {
    var meter = CopyMeter(at: start)
    return steps.map { meter.line(for: $0, at: start + $1) }
  }

  @Test("of a small table it says that it is complete, and nothing else")
  func small() {
    let said = lines([
      (.copying(table: "accounts", done: 0, of: 12), .zero),
      (.copying(table: "accounts", done: 12, of: 12), .milliseconds(5)),
      (.copied(table: "accounts", rows: 12), .milliseconds(5)),
      (.comparing(table: "accounts", done: 0, of: 24), .milliseconds(6)),
      (.compared(table: "accounts", rows: 12), .milliseconds(9)),
      (.copied(table: "leases", rows: 0), .milliseconds(9)),
    ])
    #expect(
      said == [
        nil, nil, "accounts: copied, 12 rows", nil, "accounts: compared, 12 rows", "leases: copied, 0 rows",
      ])
  }

  @Test("of a large one it says how far it is, every two seconds")
  func large() {
    let said = lines([
      (.copying(table: "events", done: 0, of: 90_000), .zero),
      (.copying(table: "events", done: 4000, of: 90_000), .milliseconds(1999)),
      (.copying(table: "events", done: 8000, of: 90_000), .milliseconds(2000)),
      (.copying(table: "events", done: 12_000, of: 90_000), .milliseconds(3999)),
      (.comparing(table: "events", done: 45_000, of: 180_000), .seconds(5)),
      (.comparing(table: "events", done: 190_000, of: 180_000), .seconds(8)),
      (.comparing(table: "events", done: 0, of: 0), .seconds(11)),
    ])
    #expect(
      said == [
        nil, nil, "events: copying, 8000 of 90000 rows", nil, "events: comparing, 25 %",
        "events: comparing, 100 %", nil,
      ])
  }
}
