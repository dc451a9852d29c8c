/// The header fields of a message, in the order in which they came.
///
/// Names compare without regard to case and are kept in lower case; values are kept as they came.
///
/// - Standard: RFC 9110 §5.
public struct HTTPFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One field line.
  public struct Field: Hashable, Sendable {
    /// The name in lower case.
    public let name: String
    /// The value, without surrounding white space.
    public let value: String
    /// Whether the name is a token and the value holds no control character; looked at once for each field, since
    /// most fields of an answer are the same for all answers.
    let isSendable: Bool

    /// A field whose name is in lower case already.
    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
      isSendable =
        !name.isEmpty && name.allBytes(FramingRules.isToken)
        && value.allBytes { $0 >= 0x20 && $0 != 0x7f }
    }
  }

  /// Every field line, repeated names included.
  public private(set) var fields: [Field] = []

  /// No fields.
  public init() {}

  /// The given fields; a repeated name stays repeated.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  /// Fields that begin with one and have room for those that every answer gets.
  init(_ field: Field) {
    fields.reserveCapacity(12)
    fields.append(field)
  }

  /// The first value of a field; setting replaces every line of that name, `nil` removes them.
  public subscript(name: String) -> String? {
    get { first(of: HTTPFields.inLowerCase(name)) }
    set {
      let name = HTTPFields.inLowerCase(name)
      fields.removeAll { $0.name == name }
      if let newValue { fields.append(Field(name, newValue)) }
    }
  }

  /// The first value of a field whose name is given in lower case.
  func first(of name: String) -> String? {
    for field in fields where HTTPFields.isSame(field.name, name) { return field.value }
    return nil
  }

  /// Whether there is a field whose name is given in lower case.
  func contains(_ name: String) -> Bool {
    fields.contains { HTTPFields.isSame($0.name, name) }
  }

  /// How often a field stands whose name is given in lower case, and its first value.
  func occurrences(of name: String) -> (count: Int, first: String?) {
    var count = 0
    var first: String?
    for field in fields where HTTPFields.isSame(field.name, name) {
      if count == 0 { first = field.value }
      count += 1
    }
    return (count, first)
  }

  /// Every value of a field in the order of arrival.
  public func values(_ name: String) -> [String] {
    let name = HTTPFields.inLowerCase(name)
    return fields.filter { HTTPFields.isSame($0.name, name) }.map(\.value)
  }

  /// Adds a line and keeps the earlier ones of that name (`Set-Cookie`).
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(HTTPFields.inLowerCase(name), value))
  }

  /// Adds a field that was made before.
  mutating func add(_ field: Field) { fields.append(field) }

  /// Makes room for a number of fields.
  mutating func reserve(_ count: Int) { fields.reserveCapacity(count) }

  /// Adds a line as it came over the wire: the name is put into lower case, white space around the value
  /// is cut off, and bytes that are not UTF-8 are replaced.
  mutating func append(lowercasing name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var value = value[...]
    while let first = value.first, isSpace(first) { value.removeFirst() }
    while let last = value.last, isSpace(last) { value.removeLast() }
    let name = String(unsafeUninitializedCapacity: name.count) { out in
      for (index, byte) in name.enumerated() {
        out[index] = (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
      }
      return name.count
    }
    fields.append(Field(name, String(decoding: value, as: UTF8.self)))
  }

  /// Whether two names are the same; their lengths tell most of them apart without a look at the text.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left == right
  }

  /// Most names are written in lower case already, and come back without a copy.
  private static func inLowerCase(_ name: String) -> String {
    name.allBytes { !(0x41...0x5a).contains($0) } ? name : name.lowercased()
  }
}
