import BramleyJOSE

/// The members of an object of a request, read as leniently as the wire asks for and no further.
///
/// Names may be in camel or snake case, `null` is as absent, a number is taken where text is expected and
/// an enumeration by name, index or index as text. Unknown members are ignored. A wrong type is refused.
///
/// The same code that reads a request describes it: over a recorder nothing is there, and every member
/// asked for is noted for OpenAPI.
struct WireFields {
  private enum Source {
    case container(KeyedDecodingContainer<WireKey>, hasSnakeCase: Bool)
    case plain(JSONObject, hasSnakeCase: Bool)
    case recorder(SchemaRecorder)
  }

  /// A member is not plain text, a whole number or a flag: a decoder has to read the body.
  struct NotPlain: Error {}

  private let source: Source

  init(_ decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: WireKey.self)
    source = .container(
      container,
      hasSnakeCase: container.allKeys.contains { $0.stringValue.utf8.contains(UInt8(ascii: "_")) })
  }

  /// The members of a body without lists and objects, read without a decoder.
  ///
  /// Asking for anything but text, a whole number or a flag throws ``NotPlain``, and so does a member of
  /// another type: what is refused, and how, only a decoder says.
  init(plain object: JSONObject) {
    source = .plain(object, hasSnakeCase: object.hasName(with: UInt8(ascii: "_")))
  }

  /// Fields of which every question is recorded and none answered.
  init(recording recorder: SchemaRecorder) { source = .recorder(recorder) }

  /// Text; a number's digits where a number was sent.
  func text(_ name: String) throws -> String? {
    guard case .plain = source else { return try value(LooseText.self, name, .text)?.text }
    switch try plain(name) {
    case .text(let text): return text
    case .whole(let number): return String(number)
    case nil: return nil
    default: throw NotPlain()
    }
  }

  /// Text that only leads to 501; it is read and not described.
  func unoffered(_ name: String) throws -> Bool {
    if case .recorder = source { return false }
    return try !textOrTexts(name).allSatisfy(\.isEmpty)
  }

  /// True or false.
  func flag(_ name: String) throws -> Bool? {
    guard case .plain = source else { return try value(Bool.self, name, .flag) }
    switch try plain(name) {
    case .flag(let flag): return flag
    case nil: return nil
    default: throw NotPlain()
    }
  }

  /// A whole number, or its digits as text.
  func number(_ name: String) throws -> Int64? { try value(LooseNumber.self, name, .number)?.number }

  /// An enumeration.
  func choice<Choice: WireChoice>(_ name: String) throws -> Choice? {
    try value(LooseChoice<Choice>.self, name, .choice(Choice.offered.map(\.rawValue)))?.choice
  }

  /// An object.
  func object<Object: WireObject>(_ name: String) throws -> Object? {
    try value(Object.self, name, try .object(SchemaRecorder.members(of: Object.self)))
  }

  /// A list of objects.
  func objects<Object: WireObject>(_ name: String) throws -> [Object]? {
    try value([Object].self, name, .list(try .object(SchemaRecorder.members(of: Object.self))))
  }

  /// A list of text.
  func texts(_ name: String) throws -> [String]? {
    try value([LooseText].self, name, .list(.text))?.map(\.text)
  }

  /// A list of text, or one text in its place; empty when absent.
  func textOrTexts(_ name: String) throws -> [String] {
    try value(LooseTexts.self, name, .list(.text))?.texts ?? []
  }

  /// A list of enumerations.
  func choices<Choice: WireChoice>(_ name: String) throws -> [Choice]? {
    try value([LooseChoice<Choice>].self, name, .list(.choice(Choice.offered.map(\.rawValue))))?
      .map(\.choice)
  }

  private func value<Value: Decodable>(
    _ type: Value.Type, _ name: String, _ schema: @autoclosure () throws -> RequestSchema
  ) throws -> Value? {
    switch source {
    case .container(let container, let hasSnakeCase):
      var key = WireKey(name)
      if hasSnakeCase, !container.contains(key) { key = key.snakeCased }
      return try container.decodeIfPresent(type, forKey: key)
    case .plain:
      guard try plain(name) == nil else { throw NotPlain() }
      return nil
    case .recorder(let recorder):
      recorder.note(name, try schema())
      return nil
    }
  }

  /// A member of a plain body in either spelling; `null` is as absent.
  private func plain(_ name: String) throws -> JSONObject.Value? {
    guard case .plain(let object, let hasSnakeCase) = source else { throw NotPlain() }
    var found = object[name]
    if found == nil, hasSnakeCase { found = object[WireKey(name).snakeCased.stringValue] }
    return found == .null ? nil : found
  }
}
