/// Writes JSON text member by member.
///
/// For what every sign-in and refresh writes, the answers and the claims of our tokens: Foundation's encoder
/// takes several times as long. Tests hold that both say the same.
///
/// - Standard: RFC 8259.
package struct JSONWriter {
  /// The text so far.
  package private(set) var bytes: [UInt8]
  private var needsComma = false

  /// An empty text.
  ///
  /// - Parameter capacity: How many bytes are expected.
  package init(capacity: Int) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// An object of members.
  package mutating func object(_ write: (inout JSONWriter) -> Void) {
    enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), write)
  }

  /// Members that are JSON text already, without the braces around them.
  package mutating func members(_ text: ArraySlice<UInt8>) {
    guard !text.isEmpty else { return }
    separate()
    bytes.append(contentsOf: text)
    needsComma = true
  }

  /// A member that is a text; nil leaves it out.
  package mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    begin(name)
    string(text)
  }

  /// A member that is true or false; nil leaves it out.
  package mutating func member(_ name: StaticString, _ flag: Bool?) {
    guard let flag else { return }
    begin(name)
    append(flag ? "true" : "false")
  }

  /// A member that is a whole number; nil leaves it out.
  package mutating func member(_ name: StaticString, _ number: Int64?) {
    guard let number else { return }
    begin(name)
    bytes.append(contentsOf: String(number).utf8)
  }

  /// A member that is an object of members.
  package mutating func member(_ name: StaticString, _ write: (inout JSONWriter) -> Void) {
    begin(name)
    object(write)
  }

  /// A member that is `{}`.
  package mutating func emptyObject(_ name: StaticString) {
    begin(name)
    append("{}")
  }

  /// A member that is a list of one text, under a name that is not ours to spell.
  package mutating func member(named name: String, listOf text: String) {
    separate()
    string(name)
    bytes.append(UInt8(ascii: ":"))
    enclose(UInt8(ascii: "["), UInt8(ascii: "]")) { $0.string(text) }
  }

  /// A member that is a list; nil leaves it out.
  package mutating func member<Element>(
    _ name: StaticString, _ list: [Element]?, _ write: (Element, inout JSONWriter) -> Void
  ) {
    guard let list else { return }
    begin(name)
    enclose(UInt8(ascii: "["), UInt8(ascii: "]")) { writer in
      for element in list {
        writer.separate()
        write(element, &writer)
        writer.needsComma = true
      }
    }
  }

  /// A text, escaped (RFC 8259 §7).
  package mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if JSONText.isPlain(UnsafeRawBufferPointer(utf8)) {
        bytes.append(contentsOf: utf8)
      } else {
        for byte in utf8 { escape(byte) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20:
      let digits: StaticString = "0123456789abcdef"
      append("\\u00")
      bytes.append(digits.utf8Start[Int(byte >> 4)])
      bytes.append(digits.utf8Start[Int(byte & 15)])
    default: bytes.append(byte)
    }
  }

  private mutating func begin(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = true
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func enclose(_ open: UInt8, _ close: UInt8, _ write: (inout JSONWriter) -> Void) {
    bytes.append(open)
    needsComma = false
    write(&self)
    bytes.append(close)
    needsComma = true
  }
}
