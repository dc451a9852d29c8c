/// Text, or a number taken as text.
struct LooseText: Decodable, Sendable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      text = try container.decode(String.self)
    } catch let mismatch as DecodingError {
      if let number = try? container.decode(Int64.self) {
        text = String(number)
      } else if let number = try? container.decode(Double.self) {
        text = String(number)
      } else {
        throw mismatch
      }
    }
  }
}

/// A list of text, or one text in its place.
struct LooseTexts: Decodable, Sendable {
  let texts: [String]

  init(from decoder: any Decoder) throws {
    if let one = try? LooseText(from: decoder) {
      texts = [one.text]
    } else {
      texts = try decoder.singleValueContainer().decode([LooseText].self).map(\.text)
    }
  }
}

/// A whole number, or its digits as text.
struct LooseNumber: Decodable, Sendable {
  let number: Int64

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      self.number = number
    } else if let text = try? container.decode(String.self), let number = Int64(text) {
      self.number = number
    } else {
      throw DecodingError.typeMismatch(
        Int64.self, .init(codingPath: decoder.codingPath, debugDescription: "not a whole number"))
    }
  }
}

/// A closed set of the wire, in the order of its indices (wire §1.3).
protocol WireChoice: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String, AllCases: RandomAccessCollection, AllCases.Index == Int {
  /// What this service answers to with something else than 501; OpenAPI names these.
  static var offered: [Self] { get }
}

extension WireChoice {
  static var offered: [Self] { Array(allCases) }
}

/// A member of an enumeration by name, index, or index as text.
struct LooseChoice<Choice: WireChoice>: Decodable, Sendable {
  let choice: Choice

  init(from decoder: any Decoder) throws {
    let text = try LooseText(from: decoder).text
    if let choice = Choice(rawValue: text) {
      self.choice = choice
    } else if let index = Int(text), Choice.allCases.indices.contains(index) {
      choice = Choice.allCases[index]
    } else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not one of the enumeration"))
    }
  }
}
