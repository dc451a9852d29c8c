/// Where a text stops being JSON5, for whoever has to mend it: the decoder tells only that it does.
///
/// - Standard: spec.json5.org, read as coarsely as a place needs.
struct JSON5Fault: Error, CustomStringConvertible {
  /// The line, from 1.
  let line: Int
  /// The column in bytes, from 1.
  let column: Int
  /// What should stand there.
  let wanted: String

  var description: String { "line \(line), column \(column): \(wanted)" }

  /// The first fault; nil where this reader finds none.
  static func first(in bytes: [UInt8]) -> JSON5Fault? {
    var reader = JSON5Reader(bytes: bytes)
    do throws(JSON5Fault) {
      try reader.value(depth: 0)
      try reader.end()
      return nil
    } catch {
      return error
    }
  }
}

private struct JSON5Reader {
  let bytes: [UInt8]
  private var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func fault(_ wanted: String, at place: Int? = nil) -> JSON5Fault {
    let before = bytes.prefix(place ?? self.place)
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    return JSON5Fault(
      line: before.count { $0 == newline } + 1, column: before.count - start + 1, wanted: wanted)
  }

  mutating func end() throws(JSON5Fault) {
    try skip()
    if next != nil { throw fault("nothing belongs behind the last bracket") }
  }

  mutating func value(depth: Int) throws(JSON5Fault) {
    try skip()
    guard depth < 64 else { throw fault("the brackets nest too deep") }
    switch next {
    case UInt8(ascii: "{"): try members(depth: depth)
    case UInt8(ascii: "["): try elements(depth: depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try text()
    default: try word()
    }
  }

  private mutating func members(depth: Int) throws(JSON5Fault) {
    place += 1
    while true {
      try skip()
      if take("}") { return }
      switch next {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try text()
      case let byte? where isName(byte): while let byte = next, isName(byte) { place += 1 }
      default: throw fault("a name or } is expected")
      }
      try skip()
      guard take(":") else { throw fault("a colon is expected") }
      try value(depth: depth + 1)
      try skip()
      guard take(",") || next == UInt8(ascii: "}") else { throw fault("a comma or } is expected") }
    }
  }

  private mutating func elements(depth: Int) throws(JSON5Fault) {
    place += 1
    while true {
      try skip()
      if take("]") { return }
      try value(depth: depth + 1)
      try skip()
      guard take(",") || next == UInt8(ascii: "]") else { throw fault("a comma or ] is expected") }
    }
  }

  private mutating func text() throws(JSON5Fault) {
    let (start, quote) = (place, next)
    place += 1
    while let byte = next, byte != newline {
      place += 1
      if byte == quote { return }
      if byte == UInt8(ascii: "\\") { place += 1 }
    }
    throw fault("the text that begins here does not end", at: start)
  }

  private mutating func word() throws(JSON5Fault) {
    let start = place
    while let byte = next, isName(byte) || "+-.".utf8.contains(byte) { place += 1 }
    let word = String(decoding: bytes[start..<place], as: UTF8.self)
    let isNumber = word.utf8.first.map { (48...57).contains($0) || "+-.".utf8.contains($0) } ?? false
    guard isNumber || ["true", "false", "null", "Infinity", "NaN"].contains(word) else {
      throw fault(word.isEmpty ? "a value is expected" : "a text needs quotes", at: start)
    }
  }

  /// White space and comments.
  private mutating func skip() throws(JSON5Fault) {
    while let byte = next {
      if byte <= 0x20 || byte == 0xEF && bytes[place...].starts(with: [0xEF, 0xBB, 0xBF]) {
        place += byte == 0xEF ? 3 : 1
      } else if bytes[place...].starts(with: "//".utf8) {
        while let byte = next, byte != newline { place += 1 }
      } else if bytes[place...].starts(with: "/*".utf8) {
        let start = place
        while !bytes[place...].starts(with: "*/".utf8) {
          guard next != nil else { throw fault("the comment that begins here does not end", at: start) }
          place += 1
        }
        place += 2
      } else {
        return
      }
    }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard let next, next == character.asciiValue else { return false }
    place += 1
    return true
  }

  private func isName(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte) || byte >= 0x80
      || "_$\\".utf8.contains(byte)
  }
}

private let newline = UInt8(ascii: "\n")
