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
  }

  /// Every field line, repeated names included.
  public private(set) var fields: [Field] = []

  /// No fields.
  public init() {}

  /// The given fields; a repeated name stays repeated.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  /// The first value of a field; setting replaces every line of that name, `nil` removes them.
  public subscript(name: String) -> String? {
    get {
      let name = HTTPFields.inLowerCase(name)
      return fields.first { $0.name == name }?.value
    }
    set {
      let name = HTTPFields.inLowerCase(name)
      fields.removeAll { $0.name == name }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// Every value of a field in the order of arrival.
  public func values(_ name: String) -> [String] {
    let name = HTTPFields.inLowerCase(name)
    return fields.filter { $0.name == name }.map(\.value)
  }

  /// Adds a line and keeps the earlier ones of that name (`Set-Cookie`).
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: HTTPFields.inLowerCase(name), value: value))
  }

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
    fields.append(Field(name: name, value: String(decoding: value, as: UTF8.self)))
  }

  /// Most names are written in lower case already, and come back without a copy.
  private static func inLowerCase(_ name: String) -> String {
    name.allBytes { !(0x41...0x5a).contains($0) } ? name : name.lowercased()
  }
}
