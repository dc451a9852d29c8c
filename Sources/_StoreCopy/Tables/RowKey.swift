/// The key of a row, in one of the forms that keys of our tables have.
enum RowKey: Sendable, Hashable {
  case number(Int64)
  case text(String)
  case bytes([UInt8])
  case numberAndText(Int64, String)
  case bytesAndNumber([UInt8], Int64)

  /// The key that stands in front of a row.
  init?(_ row: ArraySlice<UInt8>, of table: CopiedTable) {
    let fields = RowForm.fields(of: row)
    guard fields.count >= table.keyCount else { return nil }
    let first = fields.first.flatMap { $0 }
    let second = table.keyCount > 1 ? fields[1] : nil
    switch table.keyKinds {
    case [.number]:
      guard let number = first.flatMap(RowForm.number) else { return nil }
      self = .number(number)
    case [.text]:
      guard let first else { return nil }
      self = .text(String(decoding: first, as: UTF8.self))
    case [.bytes]:
      guard let first else { return nil }
      self = .bytes(Array(first))
    case [.number, .text]:
      guard let number = first.flatMap(RowForm.number), let second else { return nil }
      self = .numberAndText(number, String(decoding: second, as: UTF8.self))
    case [.bytes, .number]:
      guard let first, let number = second.flatMap(RowForm.number) else { return nil }
      self = .bytesAndNumber(Array(first), number)
    default: return nil
    }
  }
}
