/// The members of an object of a request, read as leniently as the wire asks for and no further.
///
/// Names may be in camel or snake case, `null` is as absent, a number is taken where text is expected and
/// an enumeration by name, index or index as text. Unknown members are ignored. A wrong type is refused.
struct WireFields {
  private let container: KeyedDecodingContainer<WireKey>
  private let hasSnakeCase: Bool

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: WireKey.self)
    hasSnakeCase = container.allKeys.contains { $0.stringValue.utf8.contains(UInt8(ascii: "_")) }
  }

  /// Text; a number's digits where a number was sent.
  func text(_ name: String) throws -> String? { try value(LooseText.self, name)?.text }

  /// True or false.
  func flag(_ name: String) throws -> Bool? { try value(Bool.self, name) }

  /// A whole number, or its digits as text.
  func number(_ name: String) throws -> Int64? { try value(LooseNumber.self, name)?.number }

  /// An enumeration.
  func choice<Choice: WireChoice>(_ name: String) throws -> Choice? {
    try value(LooseChoice<Choice>.self, name)?.choice
  }

  /// An object.
  func object<Object: WireObject>(_ name: String) throws -> Object? { try value(Object.self, name) }

  /// A list of objects.
  func objects<Object: WireObject>(_ name: String) throws -> [Object]? { try value([Object].self, name) }

  /// A list of text.
  func texts(_ name: String) throws -> [String]? { try value([LooseText].self, name)?.map(\.text) }

  /// A list of text, or one text in its place; empty when absent.
  func textOrTexts(_ name: String) throws -> [String] { try value(LooseTexts.self, name)?.texts ?? [] }

  /// A list of enumerations.
  func choices<Choice: WireChoice>(_ name: String) throws -> [Choice]? {
    try value([LooseChoice<Choice>].self, name)?.map(\.choice)
  }

  private func value<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value? {
    var key = WireKey(name)
    if hasSnakeCase, !container.contains(key) { key = key.snakeCased }
    return try container.decodeIfPresent(type, forKey: key)
  }
}
