import Accounts
import BramleyCrypto
import BramleyPostgreSQL
import BramleySQLite
import Testing
import _PostgreSQLServer

@testable import _StoreCopy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("A copy that is refused", .serialized)
struct RefusalTests {
  private func refusal(_ source: Base, _ target: Base, _ work: StoreCopy.Work = .copy) async -> CopyError? {
    do throws(CopyError) {
      _ = try await StoreCopy(from: source.place, to: target.place).run(work)
      return nil
    } catch {
      return error
    }
  }

  /// A source, and half a copy of it in a target.
  private func half(_ kind: Base.Kind, _ folder: TemporaryFolder) async throws -> (Base, Base) {
    let source = try await Filled.make(kind, folder)
    let target = try await Base.make(kind.other, folder)
    var pace = CopyPace()
    pace.rowsAtOnce = 5
    let interruption = Interruption(after: 6)
    await #expect(throws: CopyError(.interrupted, "")) {
      _ = try await StoreCopy(from: source.place, to: target.place, pace: pace).run(.copy) { _ in
        interruption.goesOn()
      }
    }
    return (source, target)
  }

  @Test("a target with accounts of its own is left as it is", arguments: Base.Kind.allCases)
  func notEmpty(_ kind: Base.Kind) async throws {
    let folder = try TemporaryFolder()
    let source = try await Filled.make(kind, folder)
    let target = try await Filled.make(kind.other, folder)
    try target.run("UPDATE accounts SET display_name='somebody else'")
    let before = try await target.dump()
    for work in [StoreCopy.Work.copy, .copyAnew] {
      #expect(await refusal(source, target, work) == CopyError(.targetNotEmpty, ""))
    }
    #expect(try await target.dump() == before)
  }

  @Test("a database with somebody else's tables is left as it is", arguments: Base.Kind.allCases)
  func strangers(_ kind: Base.Kind) async throws {
    let folder = try TemporaryFolder()
    let source = try await Filled.make(kind.other, folder)
    let target = try await Base.make(kind, folder)
    try target.run("CREATE TABLE invoices(number integer)")
    let error = await refusal(source, target)
    #expect(error == CopyError(.targetNotEmpty, ""))
    #expect(error?.message.contains("invoices") == true)
    let tables =
      kind == .sqlite
      ? "SELECT name FROM sqlite_master" : "SELECT tablename FROM pg_tables WHERE schemaname='public'"
    #expect(try target.run(tables) == "invoices")
  }

  @Test("a file that is no database is left as it is, byte for byte")
  func noDatabase() async throws {
    let folder = try TemporaryFolder()
    let source = try await Filled.make(.sqlite, folder)
    let path = folder.file("notes.txt")
    let text = String(repeating: "These are notes, not accounts. ", count: 100)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(await refusal(source, .file(path)) == CopyError(.targetNotEmpty, ""))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test(
    "half a copy of another database is left as it is, until it is begun anew", arguments: Base.Kind.allCases)
  func otherSource(_ kind: Base.Kind) async throws {
    let folder = try TemporaryFolder()
    let (_, target) = try await half(kind, folder)
    let other = try await Filled.make(kind, folder)
    try other.run("DELETE FROM events WHERE id=(SELECT min(id) FROM events)")
    let count = try target.run("SELECT count(*) FROM accounts")
    #expect(await refusal(other, target) == CopyError(.otherSource, ""))
    #expect(try target.run("SELECT count(*) FROM accounts") == count)
    #expect(await refusal(other, target, .copyAnew) == nil)
    #expect(await refusal(other, target, .compare) == nil)
  }

  @Test("a source that was written to meanwhile is noticed before anything is added")
  func changedSource() async throws {
    let folder = try TemporaryFolder()
    let (source, target) = try await half(.sqlite, folder)
    try await source.use {
      _ = try await $0.keep(
        [1], purpose: .webFlow, key: OneTimeKey(expiry: Timestamp(seconds: 2_000_000_000), digest: [9]))
    }
    #expect(await refusal(source, target) == CopyError(.otherSource, ""))
  }

  @Test("a change that no count shows is found before the copy becomes a store")
  func changedRow() async throws {
    let folder = try TemporaryFolder()
    let (source, target) = try await half(.sqlite, folder)
    try source.run("UPDATE accounts SET display_name='changed' WHERE id=(SELECT min(id) FROM accounts)")
    let error = await refusal(source, target)
    #expect(error == CopyError(.differs, ""))
    #expect(error?.message.contains("accounts") == true)
    await #expect(throws: StoreError(.schema, "")) {
      try await target.use { _ = try await $0.mark(StoreMark(mode: .production, usesEmulator: true)) }
    }
  }

  @Test(
    "a database that a newer version has worked on is neither source nor target: it may hold more",
    arguments: Base.Kind.allCases)
  func newerSchema(_ kind: Base.Kind) async throws {
    let folder = try TemporaryFolder()
    let newer = try await Base.make(kind, folder)
    try await newer.use { _ in }
    try newer.run(
      "INSERT INTO migrations(number,applied_at) VALUES(999,\(kind == .sqlite ? "0" : "now()"))")
    let other = try await Base.make(kind.other, folder)
    for work in [StoreCopy.Work.copy, .copyAnew] {
      #expect(await refusal(newer, other, work) == CopyError(.newerSchema, ""))
    }
    let source = try await Filled.make(kind.other, folder)
    #expect(await refusal(source, newer) == CopyError(.newerSchema, ""))
    #expect(try newer.run("SELECT count(*) FROM accounts") == "0")
  }

  @Test("half a copy is no source")
  func unfinishedSource() async throws {
    let folder = try TemporaryFolder()
    let (_, half) = try await half(.sqlite, folder)
    let target = try await Base.make(.sqlite, folder)
    #expect(await refusal(half, target) == CopyError(.sourceUnfinished, ""))
  }

  @Test("a service that runs on one of the two keeps the copy out", arguments: Base.Kind.allCases)
  func inUse(_ kind: Base.Kind) async throws {
    let folder = try TemporaryFolder()
    let busy = try await Filled.make(kind, folder)
    let other = try await Base.make(kind.other, folder)
    try await busy.use { store in
      _ = try await store.setting("x")
      #expect(await refusal(busy, other) == CopyError(.sourceInUse, ""))
    }
    let source = try await Filled.make(kind.other, folder)
    let target = try await Base.make(kind, folder)
    try await target.use { store in
      _ = try await store.setting("x")
      #expect(await refusal(source, target) == CopyError(.targetInUse, ""))
    }
  }

  @Test("an open transaction that wrote to the source, whoever's it is, keeps the copy out")
  func openTransaction() async throws {
    let folder = try TemporaryFolder()
    let source = try await Filled.make(.postgreSQL, folder)
    let server = try #require(source.server)
    async let held: Void = server.hold("UPDATE accounts SET photo_url='x'", in: source.name, for: 8)
    while try source.run("SELECT count(*) FROM pg_locks WHERE mode='RowExclusiveLock' AND granted") == "0" {
      await Task.yield()
    }
    let target = try await Base.make(.sqlite, folder)
    #expect(await refusal(source, target) == CopyError(.sourceInUse, ""))
    try await held
  }

  @Test("another copy that went on meanwhile is not written over", arguments: Base.Kind.allCases)
  func overtaken(_ kind: Base.Kind) async throws {
    let folder = try TemporaryFolder()
    let base = try await Base.make(kind, folder)
    let mine = CopyProgress(source: "ab")
    var theirs = mine
    theirs.table = "jobs"
    var batch = RowBatch()
    batch.append { bytes in
      RowForm.begin(2, in: &bytes)
      RowForm.append([1], to: &bytes)
      RowForm.append(7, to: &bytes)
    }
    let leases = try #require(CopiedTable.all.first { $0.name == "leases" })
    do {
      let side: any CopyTarget =
        switch base.place {
        case .sqlite(let path):
          try SQLiteSide(path: path, side: "target", inUse: CopyError(.targetInUse, ""))
        case .postgreSQL(let settings):
          try PostgreSQLSide(settings, side: "target", inUse: .targetInUse)
        }
      try side.prepare()
      try side.begin(theirs)
      #expect(throws: CopyError(.targetInUse, "")) {
        try side.insert(batch, into: leases, from: mine, to: mine)
      }
      #expect(throws: CopyError(.targetInUse, "")) { try side.finish(batch, numbers: [], from: mine) }
      #expect(try side.count(of: leases) == 0)
      side.close()
    }
    #expect(try base.run("SELECT count(*) FROM settings") == "2")
  }

  @Test("a key that no server can keep is named, not repaired")
  func keyWithNUL() async throws {
    let folder = try TemporaryFolder()
    let source = try await Filled.make(.sqlite, folder)
    try source.run(
      "UPDATE identities SET subject='a'||char(0) WHERE subject=(SELECT min(subject) FROM identities)")
    let error = await refusal(source, try await Base.server())
    #expect(error == CopyError(.sourceUnreadable, ""))
    #expect(error?.message.contains("identities") == true)
  }

  @Test("a server that does not answer is named without the address's password")
  func secret() async throws {
    let folder = try TemporaryFolder()
    let source = try await Filled.make(.sqlite, folder)
    let port = try await PostgreSQLServer.shared().port
    let settings = ConnectionSettings(
      url: Secret(utf8: "postgres://nobody:s3cret@127.0.0.1:\(port)/nothing"))
    let target = Base(place: .postgreSQL(settings), server: nil, name: "")
    let error = await refusal(source, target)
    #expect(error == CopyError(.failed, ""))
    #expect(error?.description.contains("s3cret") == false)
  }

  @Test(
    "a comparison finds a changed value and a missing row, and writes nothing", arguments: Base.Kind.allCases)
  func compares(_ kind: Base.Kind) async throws {
    let folder = try TemporaryFolder()
    let source = try await Filled.make(kind, folder)
    let target = try await Base.make(kind.other, folder)
    #expect(await refusal(source, target, .compare) == CopyError(.differs, ""), "nothing is there")
    #expect(await refusal(source, target) == nil)
    try target.run("UPDATE sessions SET generation=generation+1 WHERE id=(SELECT max(id) FROM sessions)")
    try target.run("DELETE FROM events WHERE id=(SELECT max(id) FROM events)")
    let before = try await target.dump()
    let report = try await StoreCopy(from: source.place, to: target.place).run(.compare)
    #expect(report.lines.filter { !$0.isSame }.map(\.table) == ["sessions", "events"])
    #expect(try await target.dump() == before)
    #expect(await refusal(source, target) == CopyError(.targetNotEmpty, ""))
  }
}
