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
      let name = name.lowercased()
      return fields.first { $0.name == name }?.value
    }
    set {
      let name = name.lowercased()
      fields.removeAll { $0.name == name }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// Every value of a field in the order of arrival.
  public func values(_ name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name == name }.map(\.value)
  }

  /// Adds a line and keeps the earlier ones of that name (`Set-Cookie`).
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name.lowercased(), value: value))
  }
}
