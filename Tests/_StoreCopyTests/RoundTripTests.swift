import Accounts
import BramleyCrypto
import Testing
import _AccountStoreConformance

@testable import _StoreCopy

@Suite("A copy and its way back", .serialized)
struct RoundTripTests {
  @Test(
    "everything arrives, twice: every row and every last number are the original's",
    arguments: Base.Kind.allCases)
  func roundTrip(_ kind: Base.Kind) async throws {
    let folder = try TemporaryFolder()
    let source = try await Filled.make(kind, folder)
    for table in CopiedTable.all {
      #expect(try source.run("SELECT count(*) FROM \(table.name)") != "0", "\(table.name) is not tried")
    }
    let before = try await source.dump()
    let middle = try await Base.make(kind.other, folder)
    let back = try await Base.make(kind, folder)
    let there = try await StoreCopy(from: source.place, to: middle.place).run(.copy)
    let again = try await StoreCopy(from: middle.place, to: back.place).run(.copy)
    #expect(there.isSame && again.isSame)
    #expect(there.lines.map(\.table) == CopiedTable.all.map(\.name))
    #expect(there.lines.map(\.source) == again.lines.map(\.target))
    #expect(try await back.dump() == before)
    #expect(try await source.dump() == before)
    #expect(try await StoreCopy(from: source.place, to: middle.place).run(.compare).isSame)
  }

  @Test("numbers of rows that are gone do not return", arguments: Base.Kind.allCases)
  func numbers(_ kind: Base.Kind) async throws {
    let folder = try TemporaryFolder()
    let source = try await Base.make(kind, folder)
    func create(_ name: String, in base: Base) async throws {
      try await base.use { store in
        let account = Account(id: Account.ID(unchecked: name), createdAt: Timestamp(seconds: 1))
        _ = try await store.create(
          AccountCreation(
            account: account,
            session: SessionDraft(id: Session.ID(number: Int64(name.count)), provider: .anonymous),
            now: Timestamp(seconds: 1)))
      }
    }
    for name in ["a", "bb", "ccc"] { try await create(name, in: source) }
    let newest = Int(try source.run("SELECT max(id) FROM accounts")) ?? 0
    try source.run("DELETE FROM accounts WHERE id=\(newest)")
    let target = try await Base.make(kind.other, folder)
    _ = try await StoreCopy(from: source.place, to: target.place).run(.copy)
    try await create("dddd", in: target)
    #expect(Int(try target.run("SELECT max(id) FROM accounts")) ?? 0 > newest)
  }

  @Test("stopped after each of its steps and begun again, it ends the same", arguments: Base.Kind.allCases)
  func interrupted(_ kind: Base.Kind) async throws {
    let folder = try TemporaryFolder()
    let source = try await Filled.make(kind, folder)
    let target = try await Base.make(kind.other, folder)
    var pace = CopyPace()
    pace.rowsAtOnce = 7
    let copy = StoreCopy(from: source.place, to: target.place, pace: pace)
    var stops = 0
    var report: CopyReport?
    while report == nil {
      // Each run comes a step further than where the one before it stopped, in whatever phase.
      let interruption = Interruption(after: stops < 40 ? 2 : stops * 4)
      do throws(CopyError) {
        report = try await copy.run(.copy) { _ in interruption.goesOn() }
      } catch {
        try #require(error == CopyError(.interrupted, ""))
        stops += 1
        if stops == 5 {
          await #expect(throws: StoreError(.schema, ""), "no service starts on half a copy") {
            try await target.use { _ = try await $0.mark(StoreMark(mode: .production, usesEmulator: true)) }
          }
        }
      }
    }
    #expect(stops > 20)
    #expect(report?.isSame == true)
    let back = try await Base.make(kind, folder)
    _ = try await StoreCopy(from: target.place, to: back.place).run(.copy)
    #expect(try await back.dump() == (try await source.dump()))
  }

  @Test("run again after its end it writes nothing and says that all is there")
  func again() async throws {
    let folder = try TemporaryFolder()
    let source = try await Filled.make(.sqlite, folder)
    let target = try await Base.server()
    let copy = StoreCopy(from: source.place, to: target.place)
    #expect(try await copy.run(.copy).written > 0)
    let report = try await copy.run(.copy)
    #expect(report.written == 0)
    #expect(report.isSame)
  }

  @Test("a text with NUL arrives as the PostgreSQL store itself would keep it")
  func textWithNUL() async throws {
    let folder = try TemporaryFolder()
    let source = try await Filled.make(.sqlite, folder)
    try source.run(
      "UPDATE accounts SET display_name='a'||char(0)||'b' WHERE id=(SELECT min(id) FROM accounts)")
    let target = try await Base.server()
    #expect(try await StoreCopy(from: source.place, to: target.place).run(.copy).isSame)
    #expect(
      try target.run("SELECT display_name FROM accounts ORDER BY id LIMIT 1") == "a\u{FFFD}b")
  }
}
