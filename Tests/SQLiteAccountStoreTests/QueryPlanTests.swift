import CSQLite
import Foundation
import SQLiteAccountStore
import Testing

/// Every statement of the store, as SQLite's planner sees it. It has no statistics, so the plan is the same in
/// an empty file and in a large one.
@Suite("Plans of the SQLite store's statements")
struct QueryPlanTests {
  /// Tables that stay small however many people there are.
  private static let small: Set<String> = ["scopes", "settings"]

  /// Statements that begin at one end of a table on purpose, by their beginning.
  private static let walks = [
    "SELECT count(*) FROM accounts": "the console's number; counting is walking",
    "SELECT id,at,kind,session,detail,address FROM events ORDER BY id DESC LIMIT ?": "ends at its limit",
    "DELETE FROM events WHERE id IN (SELECT id FROM events ORDER BY id LIMIT ?1)": "ends at its limit",
    "SELECT (SELECT count(*) FROM (SELECT 1 FROM jobs LIMIT ?))": "ends at its limit",
  ]

  @Test("none walks over a table that grows with the people (issue 8)")
  func plans() async throws {
    let folder = try TemporaryFolder()
    try SQLiteAccountStore(path: folder.database).stop()
    var opened: OpaquePointer?
    #expect(sqlite3_open(folder.database, &opened) == SQLITE_OK)
    let handle = try #require(opened)
    defer { sqlite3_close(handle) }
    let statements = try Self.statements()
    #expect(statements.count > 60)
    for statement in statements {
      for line in try plan(of: statement, handle) where Self.isWalk(line) {
        if Self.walks.keys.contains(where: statement.hasPrefix) { continue }
        Issue.record("\(line): \(statement)")
      }
    }
    for walk in Self.walks.keys {
      #expect(statements.contains { $0.hasPrefix(walk) }, "no such statement any more: \(walk)")
    }
  }

  private static func isWalk(_ line: String) -> Bool {
    if line.contains("AUTOMATIC") { return true }
    guard line.hasPrefix("SCAN ") else { return false }
    let table = line.dropFirst(5).prefix { $0 != " " }
    // A subquery's rows, or a constant's.
    if table.hasPrefix("(") || line.hasPrefix("SCAN CONSTANT") { return false }
    return !small.contains(String(table)) && table != "s"
  }

  /// The texts of the sources: they are constants, or the store would not compile.
  private static func statements() throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/SQLiteAccountStore")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    var found: Set<String> = []
    for file in files
    where file.hasSuffix(".swift") && !file.hasSuffix("+dump.swift") && file != "Schema.swift" {
      let source = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      let triples = source.components(separatedBy: "\"\"\"")
      for (index, piece) in triples.enumerated() {
        let literals =
          index % 2 == 1
          ? [piece]
          : piece.components(separatedBy: "\"").enumerated()
            .filter { $0.offset % 2 == 1 }.map(\.element)
        for literal in literals {
          let sql = literal.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          let isStatement = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "].contains(
            where: sql.hasPrefix)
          // Several in one are dev's wiping of all tables.
          if isStatement, !sql.contains(";") { found.insert(sql) }
        }
      }
    }
    return found.sorted()
  }

  private func plan(of statement: String, _ handle: OpaquePointer) throws -> [String] {
    var prepared: OpaquePointer?
    let result = sqlite3_prepare_v2(handle, "EXPLAIN QUERY PLAN " + statement, -1, &prepared, nil)
    #expect(result == SQLITE_OK, "\(statement): \(String(cString: sqlite3_errmsg(handle)))")
    defer { sqlite3_finalize(prepared) }
    var lines: [String] = []
    while sqlite3_step(prepared) == SQLITE_ROW {
      lines.append(sqlite3_column_text(prepared, 3).map { String(cString: $0) } ?? "")
    }
    return lines
  }
}
