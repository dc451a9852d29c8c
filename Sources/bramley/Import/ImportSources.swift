import Accounts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rows of an export in JSON.
struct JSONImportSource: ImportSource {
  private var reader: JSONElementReader
  private let accounts: Accounts
  private let passwords: ImportedHashRule
  private let decoder = JSONDecoder()

  init(_ input: InputFile, _ accounts: Accounts, _ passwords: ImportedHashRule) {
    reader = JSONElementReader(input)
    self.accounts = accounts
    self.passwords = passwords
  }

  mutating func next() throws -> ImportRow? {
    guard let (line, bytes) = try reader.next() else { return nil }
    guard let record = try? decoder.decode(AccountRecord.self, from: Data(bytes)) else {
      return ImportRow(
        line: line, localID: nil,
        account: .failure(ImportFault(.malformed, "The element is no user as an export has it.")))
    }
    return ImportRow(
      line: line, localID: record.localID,
      account: Result { () throws(ImportFault) in try record.account(accounts, passwords) })
  }
}

/// Rows of an export in CSV.
struct CSVImportSource: ImportSource {
  private var reader: CSVRecordReader
  private let accounts: Accounts
  private let passwords: ImportedHashRule

  init(_ input: InputFile, _ accounts: Accounts, _ passwords: ImportedHashRule) {
    reader = CSVRecordReader(input)
    self.accounts = accounts
    self.passwords = passwords
  }

  mutating func next() throws -> ImportRow? {
    guard let record = try reader.next() else { return nil }
    return ImportRow(
      line: record.line, localID: record.fields?.first,
      account: Result { () throws(ImportFault) in
        guard let fields = record.fields else {
          throw ImportFault(.malformed, "A quotation mark is not closed.")
        }
        return try AccountColumns.record(fields).account(accounts, passwords)
      })
  }
}
