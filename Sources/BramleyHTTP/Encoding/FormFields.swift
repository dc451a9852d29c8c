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
    var text = String(text)
    guard let fields = text.withUTF8({ Self.fields(of: UnsafeRawBufferPointer($0), limit: limit) }) else {
      return nil
    }
    self.fields = fields
  }

  /// Parses the bytes of form text; nil as for text.
  public init?(parsing text: [UInt8], limit: Int = 100) {
    guard let fields = text.withUnsafeBytes({ Self.fields(of: $0, limit: limit) }) else { return nil }
    self.fields = fields
  }

  private static func fields(of text: UnsafeRawBufferPointer, limit: Int) -> [Field]? {
    var fields: [Field] = []
    var start = 0
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "&"), from: start) ?? text.count
      defer { start = end + 1 }
      guard end > start else { continue }
      guard fields.count < limit else { return nil }
      let pair = UnsafeRawBufferPointer(rebasing: text[start..<end])
      let cut = pair.firstIndex(of: UInt8(ascii: "="), from: 0) ?? pair.count
      guard let name = PercentEncoding.decode(form: UnsafeRawBufferPointer(rebasing: pair[..<cut])),
        let value = PercentEncoding.decode(
          form: UnsafeRawBufferPointer(rebasing: pair[min(cut + 1, pair.count)...]))
      else { return nil }
      fields.append(Field(name: name, value: value))
    }
    return fields
  }

  /// The first value of a name.
  public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Whether a name stands more than once; OAuth requests must not repeat a parameter (RFC 6749 §3.1).
  public var hasRepeatedName: Bool {
    guard fields.count <= 8 else { return Set(fields.map(\.name)).count != fields.count }
    return fields.indices.contains { index in fields[..<index].contains { $0.name == fields[index].name } }
  }

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
