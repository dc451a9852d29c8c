import Accounts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The columns of `firebase auth:export` in CSV; ours has what Firebase does not know in one more.
enum AccountColumns {
  /// Where the four columns of a provider begin: subject, address, name, photo.
  private static let providers = [
    ("google.com", 7), ("facebook.com", 11), ("twitter.com", 15), ("github.com", 19),
  ]
  private static let ownColumn = 28
  /// Older exports end with the telephone number; every one ends with a comma.
  private static let accepted = 26...29

  /// The record of a row.
  ///
  /// - Throws: ``ImportFault`` `MALFORMED_ROW` for another number of columns.
  static func record(_ fields: [String]) throws(ImportFault) -> AccountRecord {
    guard accepted.contains(fields.count) else {
      throw ImportFault(
        .malformed,
        "The row has \(fields.count) columns, not \(accepted.lowerBound) to \(accepted.upperBound). "
          + "Firebase's CSV breaks at a line break in a name; its JSON does not.")
    }
    func text(_ column: Int) -> String? {
      fields.indices.contains(column) && !fields[column].isEmpty ? fields[column] : nil
    }
    func time(_ column: Int) -> LooseInteger? { text(column).flatMap { Int64($0) }.map(LooseInteger.init) }
    var record = AccountRecord()
    record.localID = text(0)
    record.email = text(1)
    record.isEmailVerified = text(2) == "true"
    record.passwordHash = text(3)
    record.salt = text(4)
    record.displayName = text(5)
    record.photoURL = text(6)
    record.providers = providers.compactMap { provider, column in
      text(column).map {
        AccountRecord.Provider(
          providerID: provider, rawID: $0, email: text(column + 1), displayName: text(column + 2),
          photoURL: text(column + 3))
      }
    }
    record.createdAt = time(23)
    record.lastSignedInAt = time(24)
    record.phoneNumber = text(25)
    record.isDisabled = text(26) == "true"
    record.customAttributes = text(27)
    if let own = text(ownColumn) {
      guard let decoded = try? JSONDecoder().decode(OwnRecord.self, from: Data(own.utf8)) else {
        throw ImportFault(.malformed, "The column \(ownColumn + 1) is not one that this service wrote.")
      }
      record.own = decoded
    }
    return record
  }

  /// The row of a record, with the line break behind it.
  static func row(_ record: AccountRecord) throws -> String {
    var fields = [String](repeating: "", count: ownColumn + 1)
    fields[0] = record.localID ?? ""
    fields[1] = record.email ?? ""
    fields[2] = record.isEmailVerified == true ? "true" : "false"
    fields[5] = record.displayName ?? ""
    fields[6] = record.photoURL ?? ""
    for (provider, column) in providers {
      guard let entry = record.providers?.first(where: { $0.providerID == provider }) else { continue }
      fields[column] = entry.rawID ?? ""
      fields[column + 1] = entry.email ?? ""
      fields[column + 2] = entry.displayName ?? ""
      fields[column + 3] = entry.photoURL ?? ""
    }
    fields[23] = record.createdAt.map { String($0.value) } ?? ""
    fields[24] = record.lastSignedInAt.map { String($0.value) } ?? ""
    fields[25] = record.phoneNumber ?? ""
    fields[26] = record.isDisabled == true ? "true" : "false"
    fields[27] = record.customAttributes ?? ""
    if let own = record.own { fields[ownColumn] = try JSONText.line(own) }
    return fields.map(quoted).joined(separator: ",") + "\r\n"
  }

  private static func quoted(_ field: String) -> String {
    let needsMarks = field.utf8.contains { "\",\r\n".utf8.contains($0) }
    return needsMarks ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
  }
}
