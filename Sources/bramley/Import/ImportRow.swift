import Accounts

/// One row of an import file: an account, or why it is none.
struct ImportRow {
  /// Where it begins, counted from 1.
  let line: Int
  /// The identifier as the file gives it, for the report.
  let localID: String?
  let account: Result<Account, ImportFault>
}

/// A file that cannot be read to its end as what it claims to be; what was read before is imported.
struct ImportFileError: Error, CustomStringConvertible {
  let line: Int
  let problem: String
  var description: String { "line \(line): \(problem)" }
}

/// Where rows come from.
protocol ImportSource {
  /// The next row; nil at the end.
  ///
  /// - Throws: ``ImportFileError``, ``PrivateFile/Failure``.
  mutating func next() throws -> ImportRow?
}
