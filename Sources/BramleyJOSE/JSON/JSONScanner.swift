/// The one pass over a JSON text behind ``StrictJSON``.
struct JSONScanner {
  private let text: UnsafeBufferPointer<UInt8>
  private let limits: StrictJSON.Limits
  private var index = 0
  private var depth = 0
  /// Names of all open objects, the innermost object's last.
  private var names: [Name] = []

  /// A scanned string: where its characters lie, and whether any of them is escaped.
  private struct JSONString {
    let range: Range<Int>
    let isEscaped: Bool
  }

  /// A member name; an escaped one is unescaped once, or many of them would make comparing slow.
  private struct Name {
    let string: JSONString
    let unescaped: [UInt8]?
  }

  init(_ text: UnsafeBufferPointer<UInt8>, limits: StrictJSON.Limits) {
    self.text = text
    self.limits = limits
  }

  /// Scans the whole text: white space, one object, white space.
  ///
  /// - Parameters:
  ///   - allowsArray: Whether an array may stand in the object's place.
  ///   - collects: Whether the object's own members are wanted.
  mutating func scanDocument(allowsArray: Bool, collects: Bool) throws(JOSEError) -> [JSONMember] {
    names.reserveCapacity(24)
    var members: [JSONMember]?
    if collects {
      members = []
      members?.reserveCapacity(24)
    }
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): try scanObject(collecting: &members)
    case UInt8(ascii: "[") where allowsArray: try scanArray()
    default: throw malformed("an object")
    }
    skipSpace()
    guard index == text.count else { throw malformed("the end") }
    return members ?? []
  }

  // MARK: Values

  private mutating func scanValue() throws(JOSEError) {
    switch peek {
    case UInt8(ascii: "{"):
      var ignored: [JSONMember]?
      try scanObject(collecting: &ignored)
    case UInt8(ascii: "["): try scanArray()
    case UInt8(ascii: "\""): _ = try scanString()
    case UInt8(ascii: "t"): try scanWord("true")
    case UInt8(ascii: "f"): try scanWord("false")
    case UInt8(ascii: "n"): try scanWord("null")
    default: try scanNumber()
    }
  }

  private mutating func scanObject(collecting members: inout [JSONMember]?) throws(JOSEError) {
    try open()
    let firstName = names.count
    defer { names.removeSubrange(firstName...) }
    skipSpace()
    if take(UInt8(ascii: "}")) { return close() }
    repeat {
      skipSpace()
      let name = try scanName(after: firstName)
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw malformed("a colon") }
      skipSpace()
      if members != nil {
        members?.append(try scanMember(named: name))
      } else {
        try scanValue()
      }
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw malformed("a comma or the end of an object") }
    close()
  }

  /// Scans the value of a member whose place is wanted.
  private mutating func scanMember(named name: Name) throws(JOSEError) -> JSONMember {
    let start = index
    let kind: JSONMember.Kind
    switch peek {
    case UInt8(ascii: "\""):
      let string = try scanString()
      return JSONMember(
        name: name.string.range, unescapedName: name.unescaped, kind: .text(isEscaped: string.isEscaped),
        value: string.range)
    case UInt8(ascii: "{"), UInt8(ascii: "["): kind = .nested
    case UInt8(ascii: "t"): kind = .flag(true)
    case UInt8(ascii: "f"): kind = .flag(false)
    case UInt8(ascii: "n"): kind = .null
    default: kind = .number
    }
    try scanValue()
    return JSONMember(
      name: name.string.range, unescapedName: name.unescaped, kind: kind, value: start..<index)
  }

  private mutating func scanArray() throws(JOSEError) {
    try open()
    skipSpace()
    if take(UInt8(ascii: "]")) { return close() }
    repeat {
      skipSpace()
      try scanValue()
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw malformed("a comma or the end of an array") }
    close()
  }

  /// Scans a member name and refuses one that the open object has already.
  private mutating func scanName(after first: Int) throws(JOSEError) -> Name {
    guard peek == UInt8(ascii: "\"") else { throw malformed("a member name") }
    guard names.count - first < limits.members else {
      throw JOSEError(.tooManyMembers, "An object has more than \(limits.members) members.")
    }
    let string = try scanString()
    let name = Name(string: string, unescaped: string.isEscaped ? try characters(string) : nil)
    for other in names[first...] {
      guard !isSame(name, other) else {
        throw JOSEError(.duplicateMember, "A member name stands twice in one object.")
      }
    }
    names.append(name)
    return name
  }

  /// Compares two names as decoders see them, that is after unescaping.
  private func isSame(_ left: Name, _ right: Name) -> Bool {
    switch (left.unescaped, right.unescaped) {
    case (nil, nil):
      left.string.range.count == right.string.range.count
        && text[left.string.range].elementsEqual(text[right.string.range])
    case (let left?, let right?): left == right
    case (let left?, nil):
      left.count == right.string.range.count && left.elementsEqual(text[right.string.range])
    case (nil, let right?):
      right.count == left.string.range.count && right.elementsEqual(text[left.string.range])
    }
  }

  // MARK: Strings

  /// Scans a string, of which the opening quote is next.
  private mutating func scanString() throws(JOSEError) -> JSONString {
    index += 1
    let start = index
    var isEscaped = false
    while true {
      skipPlain()
      guard index < text.count else { break }
      let byte = text[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return JSONString(range: start..<(index - 1), isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        _ = try scanEscape()
      case 0..<0x20: throw malformed("no control character in a string")
      default: break
      }
    }
    throw malformed("the end of a string")
  }

  /// The text of a string that a scan has passed, with its escapes resolved.
  static func unescaped(_ text: [UInt8], _ place: Range<Int>) -> String {
    text.withUnsafeBufferPointer { text in
      let scanner = JSONScanner(text, limits: .token)
      // It was scanned before, so its escapes are whole.
      let bytes = try? scanner.characters(JSONString(range: place, isEscaped: true))
      return String(decoding: bytes ?? [], as: UTF8.self)
    }
  }

  /// The bytes of a scanned string after unescaping.
  private func characters(_ string: JSONString) throws(JOSEError) -> [UInt8] {
    var reader = self
    reader.index = string.range.lowerBound
    var bytes: [UInt8] = []
    while reader.index < string.range.upperBound {
      let byte = text[reader.index]
      reader.index += 1
      if byte == UInt8(ascii: "\\") {
        bytes.append(contentsOf: String(try reader.scanEscape()).utf8)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private mutating func scanEscape() throws(JOSEError) -> Unicode.Scalar {
    guard let kind = next() else { throw malformed("an escape") }
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(kind)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try scanHexUnit()
      if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
      // A first half must be followed by a second half; either alone is no character.
      guard unit < 0xDC00, next() == UInt8(ascii: "\\"), next() == UInt8(ascii: "u") else {
        throw malformed("a whole surrogate pair")
      }
      let second = try scanHexUnit()
      guard (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
      else { throw malformed("a whole surrogate pair") }
      return scalar
    default: throw malformed("a known escape")
    }
  }

  private mutating func scanHexUnit() throws(JOSEError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = next(), let value = Character(Unicode.Scalar(digit)).hexDigitValue else {
        throw malformed("four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(value)
    }
    return unit
  }

  // MARK: Numbers and words

  private mutating func scanNumber() throws(JOSEError) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try scanDigits() }
    if take(UInt8(ascii: ".")) { try scanDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try scanDigits()
    }
  }

  private mutating func scanDigits() throws(JOSEError) {
    let start = index
    while let digit = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) { index += 1 }
    guard index > start else { throw malformed("a value") }
  }

  private mutating func scanWord(_ word: StaticString) throws(JOSEError) {
    for offset in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[offset]) else { throw malformed("a value") }
    }
  }

  // MARK: Steps

  private var peek: UInt8? { index < text.count ? text[index] : nil }

  private mutating func next() -> UInt8? {
    guard index < text.count else { return nil }
    defer { index += 1 }
    return text[index]
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  /// Passes over the characters of a string that are neither its end nor an escape nor refused, eight at a time.
  private mutating func skipPlain() {
    let bytes = UnsafeRawBufferPointer(text)
    while index + 8 <= bytes.count,
      JSONText.isPlain(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    {
      index += 8
    }
  }

  private mutating func skipSpace() {
    while index < text.count {
      switch text[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  private mutating func open() throws(JOSEError) {
    index += 1
    depth += 1
    guard depth <= limits.depth else {
      throw JOSEError(.tooDeep, "Objects and arrays are nested deeper than \(limits.depth) levels.")
    }
  }

  private mutating func close() { depth -= 1 }

  private func malformed(_ expected: String) -> JOSEError {
    JOSEError(.invalidJSON, "The JSON text is malformed at byte \(index): expected \(expected).")
  }
}
