/// The fields of a query or of an `application/x-www-form-urlencoded` body, in order, repeats kept.
///
/// - Standard: WHATWG URL, "application/x-www-form-urlencoded".
public struct FormFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One field.
  public struct Field: Sendable, Hashable {
    /// The decoded name.
    public let name: String
    /// The decoded value.
    public let value: String
  }

  /// Every field in order.
  public private(set) var fields: [Field] = []

  /// The given fields in the given order.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// Parses form text; nil when an escape is broken, the text is not UTF-8, or there are too many fields.
  ///
  /// - Parameter limit: The greatest number of fields that is taken.
  public init?(parsing text: some StringProtocol, limit: Int = 100) {
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      guard fields.count < limit else { return nil }
      let cut = pair.firstIndex(of: UInt8(ascii: "="))
      let name = cut.map { pair[..<$0] } ?? pair
      let value = cut.map { pair[pair.index(after: $0)...] } ?? pair[pair.endIndex...]
      guard let name = PercentEncoding.decode(name, plusIsSpace: true),
        let value = PercentEncoding.decode(value, plusIsSpace: true)
      else { return nil }
      fields.append(Field(name: name, value: value))
    }
  }

  /// The first value of a name.
  public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Whether a name stands more than once; OAuth requests must not repeat a parameter (RFC 6749 §3.1).
  public var hasRepeatedName: Bool { Set(fields.map(\.name)).count != fields.count }

  /// Adds a field at the end.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The fields as form text; every reserved byte is percent-encoded, a space as `%20`.
  public var encoded: String {
    fields.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }
      .joined(separator: "&")
  }
}
