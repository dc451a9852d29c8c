import BramleyCrypto
import BramleySQLite

/// One run of a copy over two open databases.
struct CopyRun {
  let source: any CopySource
  let target: any CopyTarget
  let pace: CopyPace
  let progress: (CopyStep) throws(CopyError) -> Void

  /// Every table but the one that makes the copy a store.
  private static let contents = CopiedTable.all.filter { $0 != .settings }

  /// Compares every table; writes nothing.
  func compare() throws(CopyError) -> CopyReport {
    let present = try target.tables()
    if let missing = CopiedTable.all.first(where: { !present.contains($0.name) }) {
      throw CopyError(.differs, "The target has no table \(missing.name): nothing was copied into it.")
    }
    try target.beginComparing()
    let report = try compare(CopiedTable.all)
    try target.endComparing()
    return report
  }

  /// Copies what is missing, compares, and makes the target a store.
  func copy(anew: Bool) throws(CopyError) -> CopyReport {
    let fingerprint = try fingerprint()
    let start: CopyProgress
    switch try stateOfTarget() {
    case .empty:
      try target.prepare()
      start = CopyProgress(source: fingerprint)
      try target.begin(start)
    case .unfinished(let found):
      try target.prepare()
      if anew {
        start = CopyProgress(source: fingerprint)
        try target.beginAnew(start)
      } else {
        guard let found, found.source == fingerprint else {
          throw CopyError(
            .otherSource,
            "The target is half a copy of another database, or this one was written to since. Nothing was "
              + "changed; --restart throws the half away and begins anew.")
        }
        start = found
      }
    case .store:
      return try finishedBefore()
    }
    return try copy(from: start)
  }

  private func copy(from start: CopyProgress) throws(CopyError) -> CopyReport {
    var place = start
    var written = 0
    for table in Self.contents.drop(while: { $0.name != start.table }) {
      let total = try source.count(of: table)
      var done = try target.count(of: table)
      try progress(.copying(table: table.name, done: done, of: total))
      let key = table.name == start.table && !start.last.isEmpty ? RowKey(start.last[...], of: table) : nil
      try source.eachBatch(of: table, after: key, pace) { (batch, last) throws(CopyError) in
        let next = place.after(last, of: table)
        try target.insert(batch, into: table, from: place, to: next)
        place = next
        written += batch.count
        done += batch.count
        try progress(.copying(table: table.name, done: done, of: total))
      }
      try progress(.copied(table: table.name, rows: done))
    }
    return try finish(place, written)
  }

  private func finish(_ place: CopyProgress, _ written: Int) throws(CopyError) -> CopyReport {
    try target.beginComparing()
    var report = try compare(Self.contents)
    try target.endComparing()
    guard report.isSame else { throw report.difference }
    var settings = RowBatch()
    try source.eachBatch(of: .settings, after: nil, pace) { (batch, _) throws(CopyError) in
      for index in 0..<batch.count { settings.append { $0 += batch[index] } }
    }
    var numbers: [(table: CopiedTable, last: Int64)] = []
    for table in CopiedTable.all where table.isNumbered {
      numbers.append((table, try source.lastNumber(of: table)))
    }
    try target.finish(settings, numbers: numbers, from: place)
    try progress(.copied(table: CopiedTable.settings.name, rows: settings.count))
    try target.beginComparing()
    report.lines += try compare([.settings]).lines
    try target.endComparing()
    report.written = written + settings.count
    guard report.isSame else { throw report.difference }
    return report
  }

  private func compare(_ tables: [CopiedTable]) throws(CopyError) -> CopyReport {
    var report = CopyReport()
    for table in tables {
      let total = try source.count(of: table) * 2
      try progress(.comparing(table: table.name, done: 0, of: total))
      let left = try source.digest(of: table, pace) { (done) throws(CopyError) in
        try progress(.comparing(table: table.name, done: done, of: total))
      }
      let right = try target.digest(of: table, pace) { (done) throws(CopyError) in
        try progress(.comparing(table: table.name, done: left.count + done, of: total))
      }
      try progress(.compared(table: table.name, rows: left.count))
      report.lines.append(CopyReport.Line(table: table.name, source: left, target: right))
    }
    return report
  }

  // MARK: The state of both

  private enum TargetState {
    case empty
    case unfinished(CopyProgress?)
    case store
  }

  private func stateOfTarget() throws(CopyError) -> TargetState {
    let present = try target.tables()
    try Self.refuse(strangers: present)
    if present.contains(CopiedTable.settings.name), let kept = try target.setting(CopyProgress.setting) {
      return .unfinished(CopyProgress(kept))
    }
    for table in CopiedTable.all where present.contains(table.name) {
      guard try target.count(of: table) == 0 else { return .store }
    }
    return .empty
  }

  /// A store is left alone, unless it is this copy: its process ended between the last commit and its answer.
  private func finishedBefore() throws(CopyError) -> CopyReport {
    let refusal = CopyError(
      .targetNotEmpty, "The target holds accounts or settings already: name an empty database.")
    let present = try target.tables()
    guard CopiedTable.all.allSatisfy({ present.contains($0.name) }) else { throw refusal }
    guard try compare([.settings]).isSame else { throw refusal }
    let report = try compare(CopiedTable.all)
    guard report.isSame else { throw refusal }
    return report
  }

  /// Refuses a database with tables of others.
  static func refuse(strangers tables: Set<String>) throws(CopyError) {
    guard !tables.isEmpty, !tables.contains("migrations"), let name = tables.sorted().first else { return }
    throw CopyError(
      .targetNotEmpty, "The target holds the table \(name), which is not ours: name an empty database.")
  }

  /// What tells this source and its state from others: its settings (its keys are among them), how many rows
  /// each table has, and the last numbers that it gave.
  private func fingerprint() throws(CopyError) -> String {
    guard try source.isFinished() else {
      throw CopyError(.sourceUnfinished, "The source is itself an unfinished copy: run that one to its end.")
    }
    let settings = try source.digest(of: .settings, pace) { (_) throws(CopyError) in }
    var parts = ["schema 1", settings.text]
    for table in CopiedTable.all {
      parts.append("\(table.name) \(try source.count(of: table))")
      if table.isNumbered { parts.append("\(try source.lastNumber(of: table))") }
    }
    return SHA256.digest(utf8: parts.joined(separator: "\n")).hex
  }
}

extension FileContents {
  /// The tables of a file; none when it is not there or empty.
  static func tablesIfAny(of path: String) throws(CopyError) -> Set<String> {
    guard exists(path) else { return [] }
    do throws(SQLiteError) {
      return try tables(of: path)
    } catch {
      throw error.code == .corrupt
        ? CopyError(.targetNotEmpty, "The target is a file that is no database: name another one.")
        : .failed("target", error)
    }
  }
}
