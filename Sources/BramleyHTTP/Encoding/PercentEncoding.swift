/// Percent-encoding of URI components.
///
/// - Standard: RFC 3986 §2.1, §2.3.
public enum PercentEncoding {
  /// Encodes every byte that is not unreserved.
  public static func encode(_ text: some StringProtocol) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      if isUnreserved(byte) {
        out.append(byte)
      } else {
        out.append(UInt8(ascii: "%"))
        out.append(digits[Int(byte >> 4)])
        out.append(digits[Int(byte & 15)])
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Decodes; nil when a percent sign lacks its two digits or the bytes are not UTF-8. `+` stays `+`.
  public static func decode(_ text: some StringProtocol) -> String? {
    var text = String(text)
    return text.withUTF8 { decode(UnsafeRawBufferPointer($0), plusIsSpace: false) }
  }

  /// Decodes a name or a value of form text, where `+` is a space.
  static func decode(form text: UnsafeRawBufferPointer) -> String? { decode(text, plusIsSpace: true) }

  private static func decode(_ text: UnsafeRawBufferPointer, plusIsSpace: Bool) -> String? {
    let percent = UInt8(ascii: "%")
    let plus = UInt8(ascii: "+")
    // Tokens are long and hold neither.
    if text.firstIndex(of: percent, from: 0) == nil, !plusIsSpace || text.firstIndex(of: plus, from: 0) == nil
    {
      return String(validating: text, as: UTF8.self)
    }
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == percent {
        guard index + 2 < text.count, let high = value(text[index + 1]), let low = value(text[index + 2])
        else {
          return nil
        }
        out.append(high << 4 | low)
        index += 3
      } else {
        out.append(byte == plus && plusIsSpace ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return String(validating: out, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
