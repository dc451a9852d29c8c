/// One of the two base64 alphabets with its reverse, and the loops over them.
struct Base64Alphabet: Sendable {
  static let url = Base64Alphabet(lastTwo: "-_")
  static let standard = Base64Alphabet(lastTwo: "+/")

  /// The 64 characters in order.
  private let characters: [UInt8]
  /// 256 entries: the value of a character, or 0xFF.
  private let values: [UInt8]
  /// 4 × 256 entries: the bits of a character in each place of four, in the lower 24; above them only where it is
  /// foreign.
  private let places: [UInt32]

  init(lastTwo: String) {
    let all = Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + lastTwo).utf8)
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in all.enumerated() { values[Int(character)] = UInt8(value) }
    self.characters = all
    self.values = values
    places = [18, 12, 6, 0].flatMap { shift in
      values.map { $0 > 63 ? 0xFF00_0000 : UInt32($0) << shift }
    }
  }

  static func encodedCount(_ count: Int, padded: Bool) -> Int {
    let whole = count / 3 * 4
    guard count % 3 != 0 else { return whole }
    return whole + (padded ? 4 : count % 3 + 1)
  }

  func encode(_ bytes: [UInt8], padded: Bool) -> String {
    let count = Self.encodedCount(bytes.count, padded: padded)
    return String(unsafeUninitializedCapacity: count) { encode(bytes, into: $0, padded: padded) }
  }

  /// Fills `target`, which must have room for ``encodedCount(_:padded:)``, and gives the count written.
  func encode(_ bytes: [UInt8], into target: UnsafeMutableBufferPointer<UInt8>, padded: Bool) -> Int {
    characters.withUnsafeBufferPointer { characters in
      var written = 0
      var index = 0
      while index + 2 < bytes.count {
        let (a, b, c) = (bytes[index], bytes[index + 1], bytes[index + 2])
        target[written] = characters[Int(a >> 2)]
        target[written + 1] = characters[Int((a & 3) << 4 | b >> 4)]
        target[written + 2] = characters[Int((b & 15) << 2 | c >> 6)]
        target[written + 3] = characters[Int(c & 63)]
        index += 3
        written += 4
      }
      guard index < bytes.count else { return written }
      let a = bytes[index]
      let b = index + 1 < bytes.count ? bytes[index + 1] : 0
      target[written] = characters[Int(a >> 2)]
      target[written + 1] = characters[Int((a & 3) << 4 | b >> 4)]
      written += 2
      if index + 1 < bytes.count {
        target[written] = characters[Int((b & 15) << 2)]
        written += 1
      }
      while padded, written % 4 != 0 {
        target[written] = UInt8(ascii: "=")
        written += 1
      }
      return written
    }
  }

  /// Decodes unpadded characters; `nil` for a foreign character, an impossible length or a spare bit set.
  func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let rest = text.count % 4
    guard rest != 1 else { return nil }
    var isValid = true
    let count = text.count / 4 * 3 + (rest == 0 ? 0 : rest - 1)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, written in
      let wholeCount = text.count - rest
      isValid = places.withUnsafeBufferPointer { places in
        var seen: UInt32 = 0
        var index = 0
        while index < wholeCount {
          let bits =
            places[Int(text[index])] | places[256 + Int(text[index + 1])]
            | places[512 + Int(text[index + 2])] | places[768 + Int(text[index + 3])]
          seen |= bits
          target[written] = UInt8(truncatingIfNeeded: bits >> 16)
          target[written + 1] = UInt8(truncatingIfNeeded: bits >> 8)
          target[written + 2] = UInt8(truncatingIfNeeded: bits)
          index += 4
          written += 3
        }
        return seen >> 24 == 0
      }
      values.withUnsafeBufferPointer { values in
        let index = wholeCount
        var seen: UInt8 = 0
        if rest >= 2 {
          let a = values[Int(text[index])]
          let b = values[Int(text[index + 1])]
          let c = rest == 3 ? values[Int(text[index + 2])] : 0
          seen |= a | b | c
          target[written] = a << 2 | (b >> 4) & 3
          written += 1
          if rest == 3 {
            target[written] = b << 4 | (c >> 2) & 15
            written += 1
          }
          if (rest == 2 ? b & 15 : c & 3) != 0 { isValid = false }
        }
        // A valid character's value stays below 64; 0xFF of any other leaves the upper bits set.
        if seen > 63 { isValid = false }
      }
    }
    return isValid ? bytes : nil
  }
}
