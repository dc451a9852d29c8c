/// Cuts CSV into records, however long the file is.
///
/// A field that begins with a quotation mark goes on to the closing one, over commas and line breaks, and a
/// doubled mark inside is one (FR-58). Firebase's export doubles none in names, so a mark before anything but
/// a comma or the record's end is taken as it stands.
///
/// - Standard: RFC 4180.
struct CSVRecordReader {
  /// The longest record in bytes.
  static let limit = 1 << 20

  /// A record, or nil fields for one that has no end within the limit.
  struct Record {
    let line: Int
    let fields: [String]?
  }

  private let input: InputFile
  private var buffer: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isAtEnd = false

  init(_ input: InputFile) { self.input = input }

  /// The next record; nil behind the last one. Empty lines are passed over.
  mutating func next() throws -> Record? {
    while true {
      if let (fields, end) = Self.record(in: buffer, from: position, isLast: isAtEnd) {
        guard end > position else { return nil }
        let first = line
        move(to: end)
        if fields == [""] { continue }
        return Record(line: first, fields: fields)
      }
      if isAtEnd || buffer.count - position > Self.limit { return skipLine() }
      buffer.removeSubrange(..<position)
      position = 0
      isAtEnd = try !input.read(into: &buffer)
    }
  }

  /// A quotation mark is never closed: its line is given up, and the next one is a record again.
  private mutating func skipLine() -> Record? {
    guard position < buffer.count else { return nil }
    let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? buffer.count
    let first = line
    move(to: end)
    return Record(line: first, fields: nil)
  }

  private mutating func move(to end: Int) {
    line += buffer[position..<end].reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    position = end
  }

  /// The fields of the record that begins at an index and where the next one begins; nil when the bytes do
  /// not reach so far, or when a quotation mark is left open at the end of the file.
  private static func record(in buffer: [UInt8], from start: Int, isLast: Bool) -> ([String], Int)? {
    var fields: [String] = []
    var index = start
    if index == buffer.count { return isLast ? ([], index) : nil }
    while true {
      let isQuoted = index < buffer.count && buffer[index] == UInt8(ascii: "\"")
      guard
        let (field, end) = isQuoted
          ? quoted(buffer, index + 1, isLast: isLast) : plain(buffer, index, isLast: isLast)
      else { return nil }
      fields.append(field)
      index = end
      guard index < buffer.count, buffer[index] == UInt8(ascii: ",") else { break }
      index += 1
    }
    if index < buffer.count, buffer[index] == UInt8(ascii: "\r") { index += 1 }
    if index == buffer.count, !isLast { return nil }
    if index < buffer.count, buffer[index] == UInt8(ascii: "\n") { index += 1 }
    return (fields, index)
  }

  private static func plain(_ buffer: [UInt8], _ start: Int, isLast: Bool) -> (String, Int)? {
    var index = start
    while index < buffer.count, !endsField(buffer[index]) { index += 1 }
    guard index < buffer.count || isLast else { return nil }
    return (String(decoding: buffer[start..<index], as: UTF8.self), index)
  }

  private static func quoted(_ buffer: [UInt8], _ start: Int, isLast: Bool) -> (String, Int)? {
    var bytes: [UInt8] = []
    var index = start
    while index < buffer.count {
      guard buffer[index] == UInt8(ascii: "\"") else {
        bytes.append(buffer[index])
        index += 1
        continue
      }
      guard index + 1 < buffer.count else {
        return isLast ? (String(decoding: bytes, as: UTF8.self), index + 1) : nil
      }
      if endsField(buffer[index + 1]) { return (String(decoding: bytes, as: UTF8.self), index + 1) }
      bytes.append(UInt8(ascii: "\""))
      index += buffer[index + 1] == UInt8(ascii: "\"") ? 2 : 1
    }
    return nil
  }

  private static func endsField(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
