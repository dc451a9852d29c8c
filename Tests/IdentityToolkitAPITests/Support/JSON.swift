import BramleyHTTP
import Foundation

/// A JSON value for requests and expectations.
enum JSON: Codable, Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral, ExpressibleByStringInterpolation
{
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSON...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
  init(nilLiteral: ()) { self = .null }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value):
      if value == value.rounded(), abs(value) < 1e15 {
        try container.encode(Int64(value))
      } else {
        try container.encode(value)
      }
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// A member of an object.
  subscript(name: String) -> JSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// An element of a list.
  subscript(index: Int) -> JSON? {
    if case .list(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }

  /// The text of a string.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The elements of a list.
  var list: [JSON]? { if case .list(let list) = self { list } else { nil } }

  /// The members of an object.
  var object: [String: JSON]? { if case .object(let members) = self { members } else { nil } }

  var bytes: [UInt8] { Array(try! JSONEncoder().encode(self)) }

  /// The value of JSON text; null for anything else.
  init(parsing bytes: [UInt8]) {
    self = (try? JSONDecoder().decode(JSON.self, from: Data(bytes))) ?? .null
  }
}

/// An answer of the wire.
struct Answer: CustomStringConvertible {
  let response: HTTPResponse
  let json: JSON

  init(_ response: HTTPResponse) {
    self.response = response
    json = JSON(parsing: response.body)
  }

  var status: Int { response.status }
  subscript(name: String) -> JSON? { json[name] }
  /// `error.message`.
  var message: String? { json["error"]?["message"]?.text }
  /// `error.status`.
  var name: String? { json["error"]?["status"]?.text }
  /// `errors[0].reason`.
  var reason: String? { json["error"]?["errors"]?[0]?["reason"]?.text }
  var idToken: String { json["idToken"]?.text ?? "" }
  var localID: String { json["localId"]?.text ?? "" }
  var refreshToken: String { json["refreshToken"]?.text ?? "" }
  /// Status and message, for expectations on refusals: `400 USER_NOT_FOUND`.
  var refusal: String { "\(status) \(message ?? "")" }

  var description: String { "\(status) \(String(decoding: response.body, as: UTF8.self))" }
}
