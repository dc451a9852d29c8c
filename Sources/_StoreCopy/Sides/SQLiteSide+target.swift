import Accounts
import BramleySQLite
import SQLiteAccountStore

extension SQLiteSide: CopyTarget {
  func tables() throws(CopyError) -> Set<String> {
    var names: Set<String> = []
    let found = try asked { () throws(SQLiteError) in
      try connection.all("SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%'") {
        $0.text(0)
      }
    }
    names.formUnion(found)
    return names
  }

  func prepare() throws(CopyError) {
    _ = try asked { () throws(SQLiteError) in try SQLiteAccountStore.migrate(connection) }
  }

  func setting(_ name: String) throws(CopyError) -> [UInt8]? {
    try asked { () throws(SQLiteError) in
      try connection.first("SELECT value FROM settings WHERE name=?", name) { $0.bytes(0) }
    }
  }

  func begin(_ progress: CopyProgress) throws(CopyError) {
    try transaction { (_) throws(CopyError) in try mark(progress) }
  }

  func beginAnew(_ progress: CopyProgress) throws(CopyError) {
    try transaction { (_) throws(CopyError) in
      for table in CopiedTable.all.reversed() {
        let delete = try statement("DELETE FROM \(table.name)")
        _ = try asked { () throws(SQLiteError) in try delete.run() }
      }
      _ = try asked { () throws(SQLiteError) in try connection.run("DELETE FROM sqlite_sequence") }
      try mark(progress)
    }
  }

  func insert(_ batch: RowBatch, into table: CopiedTable, from old: CopyProgress, to new: CopyProgress)
    throws(CopyError)
  {
    try transaction { (_) throws(CopyError) in
      try insert(batch, into: table)
      let moved = try asked { () throws(SQLiteError) in
        try connection.run(
          "UPDATE settings SET value=? WHERE name=? AND value=?", new.bytes, CopyProgress.setting, old.bytes)
      }
      guard moved == 1 else { throw .overtaken }
    }
  }

  func finish(_ settings: RowBatch, numbers: [(table: CopiedTable, last: Int64)], from old: CopyProgress)
    throws(CopyError)
  {
    try transaction { (_) throws(CopyError) in
      let removed = try asked { () throws(SQLiteError) in
        try connection.run("DELETE FROM settings WHERE name=? AND value=?", CopyProgress.setting, old.bytes)
      }
      guard removed == 1 else { throw .overtaken }
      _ = try asked { () throws(SQLiteError) in
        try connection.run("DELETE FROM settings WHERE name=?", StoreMark.setting)
      }
      try insert(settings, into: .settings)
      for (table, last) in numbers where last > 0 {
        _ = try asked { () throws(SQLiteError) in
          let kept = try connection.run("UPDATE sqlite_sequence SET seq=? WHERE name=?", last, table.name)
          if kept == 0 {
            // Tables that do not count on their own have no row here and ignore it.
            try connection.run("INSERT INTO sqlite_sequence(name,seq) VALUES(?,?)", table.name, last)
          }
        }
      }
    }
  }

  func beginComparing() throws(CopyError) {}
  func endComparing() throws(CopyError) {}

  private func mark(_ progress: CopyProgress) throws(CopyError) {
    try asked { () throws(SQLiteError) in
      for (name, value) in [
        (StoreMark.setting, StoreMark.unfinishedCopy), (CopyProgress.setting, progress.bytes),
      ] {
        try connection.run("INSERT INTO settings(name,value) VALUES(?,?)", name, value)
      }
    }
  }

  private func insert(_ batch: RowBatch, into table: CopiedTable) throws(CopyError) {
    let places = [String](repeating: "?", count: table.columns.count).joined(separator: ",")
    let statement = try statement("INSERT INTO \(table.name)(\(table.columnList)) VALUES(\(places))")
    for index in 0..<batch.count {
      let fields = RowForm.fields(of: batch[index])
      guard fields.count == table.columns.count else { throw unreadable(table) }
      try asked { () throws(SQLiteError) in
        for (index, field) in fields.enumerated() {
          try bind(field, table.columns[index].kind, at: Int32(clamping: index + 1), to: statement)
        }
        try statement.run()
      }
    }
  }

  private func bind(
    _ field: ArraySlice<UInt8>?, _ kind: CopiedTable.Column.Kind, at place: Int32,
    to statement: TableStatement
  ) throws(SQLiteError) {
    guard let field else { return try statement.bind(nil as Int64?, at: place) }
    switch kind {
    case .number: try statement.bind(RowForm.number(field), at: place)
    case .text: try statement.bind(utf8: field, at: place)
    case .bytes: try statement.bind(Array(field), at: place)
    }
  }

  private func transaction(_ body: (Connection) throws(CopyError) -> Void) throws(CopyError) {
    try connection.transaction(body, orThrow: { .failed(self.side, $0) })
  }
}

extension CopyError {
  /// Another command copies into the same database.
  static let overtaken = CopyError(
    .targetInUse, "Another copy into the target is under way: let one of them go on.")
}
