#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON of any shape, for showing a token's members that nobody here knows.
enum JSONNode: Hashable, Codable {
  case text(String)
  case number(Double)
  case flag(Bool)
  case list([JSONNode])
  case object([String: JSONNode])
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONNode].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSONNode].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number):
      if let whole = Int64(exactly: number) {
        try container.encode(whole)
      } else {
        try container.encode(number)
      }
    case .flag(let flag): try container.encode(flag)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    case .null: try container.encodeNil()
    }
  }

  /// The value as one line for a person; control characters of a hostile token are shown, not obeyed.
  var line: String {
    switch self {
    case .text(let text): text.printable
    case .null: "null"
    default: (try? JSONText.line(self)).map(\.printable) ?? "?"
    }
  }
}

/// JSON as commands print it.
enum JSONText {
  /// On one line, members in alphabetical order.
  static func line(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

extension String {
  /// The text without what could move a terminal's cursor, at most 400 characters.
  var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.prefix(400).map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
          default: scalar
          }
        }))
  }
}
