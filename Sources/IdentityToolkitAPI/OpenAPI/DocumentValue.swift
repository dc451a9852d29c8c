/// A JSON value of the OpenAPI document.
indirect enum DocumentValue: Encodable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral
{
  case text(String)
  case flag(Bool)
  case list([DocumentValue])
  case object([String: DocumentValue])

  init(stringLiteral value: String) { self = .text(value) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(arrayLiteral elements: DocumentValue...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, DocumentValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .flag(let flag): try container.encode(flag)
    case .list(let list): try container.encode(list)
    case .object(let members): try container.encode(members)
    }
  }

  /// Adds members to an object.
  func adding(_ more: [String: DocumentValue]) -> DocumentValue {
    guard case .object(let members) = self else { return self }
    return .object(members.merging(more) { $1 })
  }
}
