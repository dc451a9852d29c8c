import Accounts
import BramleyPostgreSQL
import PostgreSQLAccountStore

extension PostgreSQLSide: CopyTarget {
  private static var migrator: Migrator { Migrator(PostgreSQLAccountStore.migrations) }

  func tables() throws(CopyError) -> Set<String> {
    try asked { (connection) throws(PostgreSQLError) in try Self.migrator.findings(connection).tables }
  }

  func prepare() throws(CopyError) {
    try asked { (connection) throws(PostgreSQLError) in _ = try Self.migrator.migrate(connection) }
  }

  func setting(_ name: String) throws(CopyError) -> [UInt8]? {
    try asked { (connection) throws(PostgreSQLError) in
      try connection.first(Self.findSetting, name) { $0.bytes(0) }
    }
  }

  func begin(_ progress: CopyProgress) throws(CopyError) {
    try transaction { (connection) throws(PostgreSQLError) in try mark(progress, connection) }
  }

  func beginAnew(_ progress: CopyProgress) throws(CopyError) {
    let tables = CopiedTable.all.map(\.name).joined(separator: ",")
    let truncate = statement("TRUNCATE \(tables) RESTART IDENTITY")
    try transaction { (connection) throws(PostgreSQLError) in
      try connection.run(truncate)
      try mark(progress, connection)
    }
  }

  func insert(_ batch: RowBatch, into table: CopiedTable, from old: CopyProgress, to new: CopyProgress)
    throws(CopyError)
  {
    let copy = copyStatement(table)
    var isFirst = true
    try transaction { (connection) throws(PostgreSQLError) in
      isFirst =
        try connection.first(Self.moveOn, CopyProgress.setting, old.bytes, new.bytes, read: { _ in true })
        == true
      if isFirst, !batch.isEmpty { try connection.copyIn(copy, batch.bytes[...]) }
    }
    guard isFirst else { throw .overtaken }
  }

  func finish(_ settings: RowBatch, numbers: [(table: CopiedTable, last: Int64)], from old: CopyProgress)
    throws(CopyError)
  {
    let copy = copyStatement(.settings)
    var isFirst = true
    try transaction { (connection) throws(PostgreSQLError) in
      isFirst =
        try connection.first(Self.takeProgress, CopyProgress.setting, old.bytes, read: { _ in true }) == true
      guard isFirst else { return }
      try connection.run(Self.removeSetting, StoreMark.setting)
      if !settings.isEmpty { try connection.copyIn(copy, settings.bytes[...]) }
      for (table, last) in numbers where last > 0 {
        try connection.run(Self.setNumber, table.name, table.keyList, last)
      }
    }
    guard isFirst else { throw .overtaken }
  }

  func beginComparing() throws(CopyError) {
    try asked { (connection) throws(PostgreSQLError) in try connection.beginReading() }
  }

  func endComparing() throws(CopyError) {
    try asked { (connection) throws(PostgreSQLError) in try connection.finish() }
  }

  private func mark(_ progress: CopyProgress, _ connection: Connection) throws(PostgreSQLError) {
    try connection.run(Self.insertSetting, StoreMark.setting, StoreMark.unfinishedCopy)
    try connection.run(Self.insertSetting, CopyProgress.setting, progress.bytes)
  }

  private func copyStatement(_ table: CopiedTable) -> Statement {
    statement("COPY \(table.name)(\(table.columnList)) FROM STDIN (FORMAT binary)")
  }

  /// One transaction. A commit in doubt is no harm: the next run finds what was done, and goes on there.
  private func transaction(_ body: (Connection) throws(PostgreSQLError) -> Void) throws(CopyError) {
    try asked { (connection) throws(PostgreSQLError) in
      try connection.beginWriting()
      do throws(PostgreSQLError) {
        try body(connection)
        try connection.finish()
      } catch {
        connection.abandon()
        throw error
      }
    }
  }
}

extension PostgreSQLSide {
  fileprivate static let findSetting = Statement("SELECT value FROM settings WHERE name=$1")
  fileprivate static let insertSetting = Statement("INSERT INTO settings(name,value) VALUES($1,$2)")
  fileprivate static let removeSetting = Statement("DELETE FROM settings WHERE name=$1")
  fileprivate static let moveOn = Statement(
    "UPDATE settings SET value=$3 WHERE name=$1 AND value=$2 RETURNING 1")
  fileprivate static let takeProgress = Statement(
    "DELETE FROM settings WHERE name=$1 AND value=$2 RETURNING 1")
  fileprivate static let setNumber = Statement(
    "SELECT setval(pg_get_serial_sequence($1,$2)::regclass,$3)")
}
