import _StoreCopy

/// What `db copy` prints.
struct CopyView: Encodable {
  struct Line: Encodable {
    let table: String
    let rows: Int
    let targetRows: Int
    let sha256: String
    let isSame: Bool
  }

  let tables: [Line]
  let written: Int
  let isSame: Bool

  init(_ report: CopyReport) {
    tables = report.lines.map {
      Line(
        table: $0.table, rows: $0.source.count, targetRows: $0.target.count, sha256: $0.source.text,
        isSame: $0.isSame)
    }
    written = report.written
    isSame = report.isSame
  }

  var lines: [String] {
    tables.map { line in
      [
        line.table, "\(line.rows)", line.isSame ? "same" : "DIFFERS (\(line.targetRows))",
        String(line.sha256.prefix(16)),
      ].joined(separator: "\t")
    } + [isSame ? "\(written) rows written; both hold the same" : "the two do not hold the same"]
  }
}
