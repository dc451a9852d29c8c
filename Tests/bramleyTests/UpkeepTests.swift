import Synchronization
import Testing

@testable import bramley

@Suite("Upkeep")
struct UpkeepTests {
  private struct Failure: Error {}

  /// Counts how often each kind of work was done and tells when all of them were done often enough.
  private final class Ledger: Sendable {
    let counts = Mutex<[String: Int]>([:])
    private let enough: AsyncStream<Void>.Continuation
    let signal: AsyncStream<Void>

    init() { (signal, enough) = AsyncStream.makeStream() }

    func note(_ kind: String) {
      let isEnough = counts.withLock { counts in
        counts[kind, default: 0] += 1
        return ["checks", "jobs", "sweep"].allSatisfy { counts[$0, default: 0] >= 2 }
      }
      if isEnough { enough.finish() }
    }
  }

  @Test(
    "schedules the daily checks (R37), runs jobs and sweeps, again and again, whichever of them fails",
    .timeLimit(.minutes(1)), arguments: [nil, "checks", "jobs", "sweep"])
  func everything(failing: String?) async {
    let ledger = Ledger()
    func work(_ kind: String) -> Upkeep.Work {
      {
        ledger.note(kind)
        if kind == failing { throw Failure() }
      }
    }
    let reports = Mutex<[String]>([])
    let upkeep = Upkeep(
      scheduleChecks: work("checks"), runJobs: work("jobs"), sweep: work("sweep"),
      report: { line in reports.withLock { $0.append(line) } }, pause: .zero, looksUntilChecks: 2,
      looksUntilSweep: 3
    ).start()
    for await _ in ledger.signal {}
    upkeep.cancel()
    await upkeep.value
    #expect(reports.withLock { $0.isEmpty } == (failing == nil))
  }

  @Test(
    "jobs that wait for a server keep neither the signing keys nor the sweep from their turn",
    .timeLimit(.minutes(1)), arguments: ["follow", "sweep"])
  func slowJobs(kind: String) async {
    let (done, finish) = AsyncStream.makeStream(of: Void.self)
    let never = AsyncStream.makeStream(of: Void.self)
    let upkeep = Upkeep(
      scheduleChecks: {},
      // Until the work is cancelled.
      runJobs: { for await _ in never.stream {} },
      sweep: { if kind == "sweep" { finish.yield() } },
      follow: { if kind == "follow" { finish.yield() } }, report: { _ in }, pause: .zero, looksUntilSweep: 1
    ).start()
    var turns = 0
    for await _ in done {
      turns += 1
      if turns == 3 { break }
    }
    upkeep.cancel()
    await upkeep.value
    #expect(turns == 3)
  }
}
