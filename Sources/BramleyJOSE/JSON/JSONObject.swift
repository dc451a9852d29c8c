/// The members of a JSON object, read by name where they lie: one strict scan, no decoder.
///
/// For what every sign-in reads: a token's header and claims, and the body of its request. A decoder of
/// Foundation's takes several times as long for the same members. A class, since it is handed on and asked often.
package final class JSONObject: Sendable {
  /// A member's value, as far as it is plain.
  package enum Value: Equatable {
    /// A text, unescaped.
    case text(String)
    /// A number without fraction and exponent of at most 18 digits.
    case whole(Int64)
    /// `true` or `false`.
    case flag(Bool)
    /// `null`.
    case null
    /// Another number, a list or an object.
    case other
  }

  private let text: [UInt8]
  private let members: [JSONMember]

  /// Scans a text whose top is an object.
  ///
  /// - Throws: ``JOSEError`` as ``StrictJSON/check(_:limits:allowsArray:)`` does.
  package init(_ text: [UInt8], limits: StrictJSON.Limits = .token) throws(JOSEError) {
    members = try StrictJSON.members(of: text, limits: limits)
    self.text = text
  }

  /// Whether the byte stands in any member's name.
  package func hasName(with byte: UInt8) -> Bool {
    members.contains { $0.unescapedName?.contains(byte) ?? text[$0.name].contains(byte) }
  }

  /// Whether there is a member of that name.
  package func contains(_ name: String) -> Bool { member(name) != nil }

  /// The value of the member of that name; nil when there is none.
  package subscript(name: String) -> Value? { member(name).map(value) }

  private func member(_ name: String) -> JSONMember? {
    var name = name
    return name.withUTF8 { name in
      text.withUnsafeBufferPointer { text in
        members.first { member in
          if let unescaped = member.unescapedName { return unescaped.elementsEqual(name) }
          return member.name.count == name.count && text[member.name].elementsEqual(name)
        }
      }
    }
  }

  private func value(of member: JSONMember) -> Value {
    switch member.kind {
    case .text(isEscaped: false): .text(String(decoding: text[member.value], as: UTF8.self))
    case .text(isEscaped: true): .text(JSONScanner.unescaped(text, member.value))
    case .number: number(member.value).map(Value.whole) ?? .other
    case .flag(let flag): .flag(flag)
    case .null: .null
    case .nested: .other
    }
  }

  /// A whole number of few enough digits that nothing can overflow.
  private func number(_ place: Range<Int>) -> Int64? {
    var digits = text[place]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard (1...18).contains(digits.count) else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return isNegative ? -number : number
  }
}
