import BramleyCrypto
import BramleyPostgreSQL
import Foundation
import PostgreSQLAccountStore
import Testing
import _AccountStoreConformance
import _PostgreSQLServer

/// Every statement that the stores' suite sends, as the planner sees it on tables of fifty thousand rows, and once those
/// that empty by themselves were counted while nothing was in them.
@Suite("Plans of the PostgreSQL store's statements", .serialized)
struct QueryPlanTests {
  /// Tables that stay small however many people there are.
  private static let small: Set<String> = ["scopes", "settings", "migrations"]

  /// Statements that walk over a table on purpose, by their beginning.
  private static let walks = [
    "SELECT count(*) FROM accounts": "the console's number; counting is walking"
  ]

  @Test("none walks over a table that grows with the people (issue 8)")
  func plans() async throws {
    let server = try PostgreSQLServer(["log_statement=all", "log_line_prefix=@@"])
    let statements = try await statements(server)
    try requireComplete(statements)
    let database = try server.makeDatabase()
    let store = try PostgreSQLAccountStore(
      ConnectionSettings(url: Secret(utf8: server.address(of: database))))
    try await store.prepare()
    store.stop()
    try server.run(Self.filling, in: database)
    try expectNoWalks(statements, server, database, "filled")
    // As after a quiet night: a plan made now is kept while the first thousands of the morning come.
    try server.run("DELETE FROM one_time; DELETE FROM jobs; DELETE FROM leases", in: database)
    try server.run("VACUUM ANALYZE one_time, jobs, leases", in: database)
    try expectNoWalks(statements, server, database, "emptied")
  }

  private func expectNoWalks(
    _ statements: [String], _ server: PostgreSQLServer, _ database: String, _ state: String
  ) throws {
    for statement in statements {
      for walk in try walks(of: statement, server, database) {
        Issue.record("\(walk), \(state): \(statement)")
      }
    }
  }

  // MARK: The statements

  /// What the suite sends, by the server's own log.
  private func statements(_ server: PostgreSQLServer) async throws -> [String] {
    for behaviour in ConformanceCase.all {
      let store = try await server.makeStore()
      try await behaviour.run(store)
      store.stop()
    }
    let log = try String(contentsOfFile: server.folder + "/log", encoding: .utf8)
    var found: Set<String> = []
    for entry in log.components(separatedBy: "@@LOG:  execute s").dropFirst() {
      let text = entry.components(separatedBy: "\n@@")[0]
      guard let start = text.range(of: ": ") else { continue }
      let sql = text[start.upperBound...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if Self.isPlanned(sql) { found.insert(sql) }
    }
    return found.sorted()
  }

  private static func isPlanned(_ sql: String) -> Bool {
    guard ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(where: sql.hasPrefix) else {
      return false
    }
    // The suite's own: every row as text, and dev's wiping of all tables.
    return !sql.contains("to_jsonb(t)") && !sql.hasPrefix("DELETE FROM") || sql.contains("WHERE")
  }

  /// A statement that the suite never sends would go unseen: each constant text of the sources is among them.
  private func requireComplete(_ statements: [String]) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/PostgreSQLAccountStore/Rows")
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let source = try String(contentsOf: file, encoding: .utf8)
      for piece in source.components(separatedBy: "Statement(").dropFirst() {
        let literal = piece.drop { $0.isWhitespace || $0 == "\"" }
        let beginning = literal.prefix { $0 != "\"" && $0 != "\\" && $0 != ")" }
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard Self.isPlanned(beginning), !beginning.contains("pg_advisory") else { continue }
        count += 1
        #expect(
          statements.contains { $0.hasPrefix(beginning) },
          "\(file.lastPathComponent): the stores' suite never sends this, so nobody knows its plan: \(beginning)"
        )
      }
    }
    #expect(count > 40)
  }

  // MARK: The plans

  /// The parts of a statement's plan that walk over a growing table.
  private func walks(of statement: String, _ server: PostgreSQLServer, _ database: String) throws -> [String]
  {
    let parameters = (1...40).last { statement.contains("$\($0)") } ?? 0
    let values =
      parameters == 0 ? "" : "(" + Array(repeating: "NULL", count: parameters).joined(separator: ",") + ")"
    let settings = Connection.planning.map { "SET \($0)=\($1);" }.joined()
    let output = try server.run(
      """
      \(settings) PREPARE p AS \(statement);
      EXPLAIN (FORMAT JSON) EXECUTE p\(values)
      """, in: database)
    let json = output.drop { $0 != "[" }
    let plans = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
    let plan = try #require(plans?.first?["Plan"] as? [String: Any])
    if Self.walks.keys.contains(where: statement.hasPrefix) { return [] }
    return walks(in: plan, isBounded: false)
  }

  /// - Parameter isBounded: Whether a limit stands above with nothing between that reads to the end.
  private func walks(in node: [String: Any], isBounded: Bool) -> [String] {
    let type = node["Node Type"] as? String ?? ""
    var found: [String] = []
    if let table = node["Relation Name"] as? String, !Self.small.contains(table), !table.hasPrefix("pg_") {
      let isWalk = type == "Seq Scan" || type.hasPrefix("Index") && node["Index Cond"] == nil
      if isWalk, !isBounded { found.append("\(type) on \(table)") }
    }
    let reads: Set<String> = ["Sort", "Aggregate", "Hash", "HashAggregate", "WindowAgg", "Incremental Sort"]
    let below = type == "Limit" || (isBounded && !reads.contains(type))
    for child in node["Plans"] as? [[String: Any]] ?? [] {
      found += walks(in: child, isBounded: below)
    }
    return found
  }

  private static let filling = """
    INSERT INTO scopes(provider,issuer,team) VALUES('apple.com','https://appleid.apple.com','T'),('password','','');
    INSERT INTO accounts(uid,created_at,last_login_at,flags,email,phone,deletes_at,newest_session,newest_event,newest_grant)
      SELECT 'u'||i,i,i,CASE WHEN i%10=0 THEN 32 ELSE 1 END,'e'||i,CASE WHEN i%3=0 THEN '+'||i END,
        CASE WHEN i%1000=0 THEN i END,i,i,i FROM generate_series(1,50000) i;
    INSERT INTO identities(scope,subject,account,flags) SELECT 1,'s'||i,i,1 FROM generate_series(1,50000) i;
    INSERT INTO sessions(id,account,previous,generation,created_at,auth_time,last_used_at,rotated_at,provider)
      SELECT i,1+i%50000,CASE WHEN i>50000 THEN i-50000 END,1,i,i,i,i,'apple.com' FROM generate_series(1,100000) i;
    INSERT INTO events(account,previous,at,kind,address)
      SELECT 1+i%50000,CASE WHEN i>50000 THEN i-50000 END,i,1,'a' FROM generate_series(1,200000) i;
    INSERT INTO grants(account,state,subject,client_id,code_hash,authorized_at,checked_at)
      SELECT i,2,'s'||i,'c',''::bytea,i,i FROM generate_series(1,50000) i;
    INSERT INTO one_time(key,purpose) SELECT int8send(i),1 FROM generate_series(1,50000) i;
    INSERT INTO jobs(kind,grant_id,subject,client_id,sealed,authorized_at,created_at,due_at,attempts)
      SELECT 1,i,'s','c',''::bytea,i,i,i,0 FROM generate_series(1,20000) i;
    INSERT INTO consents(account,at,kind,version,text,locale) SELECT i,i,'k','v','t','l' FROM generate_series(1,50000) i;
    INSERT INTO tombstones(account,digest,cause,at) SELECT i,''::bytea,'c',i FROM generate_series(60001,80000) i;
    INSERT INTO leases(key,taken) SELECT int8send(i),1 FROM generate_series(1,20000) i;
    ANALYZE
    """
}
