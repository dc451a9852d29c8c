/// A symbol while it is drawn: its modules, and which of them carry content.
struct Symbol: Sendable {
  private let version: Version
  private let width: Int
  /// Row by row; true is dark.
  private(set) var dark: [Bool]
  /// Modules of patterns, format and version: no content lies there, and no mask.
  private var reserved: [Bool]

  /// The symbol of codewords before a mask is laid over it.
  init(_ version: Version, _ codewords: [UInt8]) {
    self.version = version
    width = version.width
    dark = Array(repeating: false, count: width * width)
    reserved = dark
    drawPatterns()
    draw(format: 0)
    drawVersion()
    place(codewords)
  }

  /// The symbol under a mask, with the format that names it.
  func masked(_ mask: Mask) -> Symbol {
    var symbol = self
    for row in 0..<width {
      for column in 0..<width where mask.turns(row: row, column: column) {
        let index = row * width + column
        if !reserved[index] { symbol.dark[index].toggle() }
      }
    }
    // Level M is 00.
    symbol.draw(format: mask.number)
    return symbol
  }

  private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
    guard (0..<width).contains(row), (0..<width).contains(column) else { return }
    dark[row * width + column] = isDark
    reserved[row * width + column] = true
  }

  private mutating func drawPatterns() {
    for index in 0..<width {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, width - 4), (width - 4, 3)] {
      // With the light border, which ends at the symbol's edge.
      drawSquares(row, column, radius: 4) { $0 != 2 && $0 != 4 }
    }
    let centres = version.alignment
    for row in centres {
      for column in centres {
        let isUnderFinder =
          (row == 6 && column == 6) || (row == 6 && column == width - 7) || (row == width - 7 && column == 6)
        if !isUnderFinder { drawSquares(row, column, radius: 2) { $0 != 1 } }
      }
    }
  }

  private mutating func drawSquares(_ row: Int, _ column: Int, radius: Int, _ isDark: (Int) -> Bool) {
    for down in -radius...radius {
      for right in -radius...radius {
        set(row + down, column + right, isDark(max(abs(down), abs(right))))
      }
    }
  }

  /// Level and mask, twice (§7.9).
  private mutating func draw(format: Int) {
    let bits = (format << 10 | Self.remainder(format, by: 0b101_0011_0111, bits: 10)) ^ 0b101_0100_0001_0010
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    // Around the first finder pattern; the timing patterns are stepped over.
    let places = [0, 1, 2, 3, 4, 5, 7, 8]
    for index in 0..<8 { set(places[index], 8, bit(index)) }
    for index in 8..<15 { set(8, places[14 - index], bit(index)) }
    // Beside the two others.
    for index in 0..<8 { set(8, width - 1 - index, bit(index)) }
    for index in 8..<15 { set(width - 15 + index, 8, bit(index)) }
    set(width - 8, 8, true)
  }

  /// The version, twice, from 7 on (§7.10).
  private mutating func drawVersion() {
    guard version.number >= 7 else { return }
    let bits = version.number << 12 | Self.remainder(version.number, by: 0b1_1111_0010_0101, bits: 12)
    for index in 0..<18 {
      let isDark = bits >> index & 1 == 1
      set(index / 3, width - 11 + index % 3, isDark)
      set(width - 11 + index % 3, index / 3, isDark)
    }
  }

  /// The remainder of a polynomial over GF(2), shifted up.
  private static func remainder(_ value: Int, by divisor: Int, bits: Int) -> Int {
    var rest = value
    for _ in 0..<bits { rest = rest << 1 ^ (rest >> (bits - 1) & 1) * divisor }
    return rest
  }

  /// Codewords in columns of two, from the right, up and down in turn (§7.7.3).
  private mutating func place(_ codewords: [UInt8]) {
    var next = 0
    var isUpward = true
    // The column of the vertical timing pattern is left out.
    for right in stride(from: width - 1, through: 1, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
      for step in 0..<width {
        let row = isUpward ? width - 1 - step : step
        for column in [right, right - 1] where !reserved[row * width + column] {
          guard next < codewords.count * 8 else { continue }
          dark[row * width + column] = codewords[next / 8] >> (7 - next % 8) & 1 == 1
          next += 1
        }
      }
      isUpward.toggle()
    }
  }
}
