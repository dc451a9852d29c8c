import BramleyCrypto

/// How far a copy is; stands in the target's settings and is written together with the rows.
struct CopyProgress: Sendable, Hashable {
  /// What tells the source and its state from others.
  let source: String
  /// The table that is being copied; those before it are done.
  var table: String
  /// The last row that was copied of it: only its key counts. Empty before the first.
  var last: [UInt8] = []

  /// The setting that holds it.
  static let setting = "copy/progress"

  /// As it is kept.
  var bytes: [UInt8] { Array("1 \(source) \(table) \(Hex.encode(last))".utf8) }

  init(source: String) {
    self.source = source
    table = CopiedTable.all[0].name
  }

  /// Reads what was kept; nil when it is none of this version's.
  init?(_ bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(
      separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "1", let last = Hex.decode(String(parts[3])),
      CopiedTable.all.contains(where: { $0.name == parts[2] })
    else { return nil }
    source = String(parts[1])
    table = String(parts[2])
    self.last = last
  }

  /// The same after some rows of a table.
  func after(_ row: ArraySlice<UInt8>, of table: CopiedTable) -> CopyProgress {
    var next = self
    next.table = table.name
    next.last = RowForm.key(of: row, columns: table.keyCount)
    return next
  }
}

extension RowForm {
  /// The first fields of a row, as a row of their own.
  static func key(of row: ArraySlice<UInt8>, columns: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    begin(columns, in: &bytes)
    for field in fields(of: row).prefix(columns) {
      guard let field else {
        appendNull(to: &bytes)
        continue
      }
      append(Array(field), to: &bytes)
    }
    return bytes
  }
}
