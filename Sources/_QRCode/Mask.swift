/// One of the eight patterns that keep a symbol from having large plain areas (ISO/IEC 18004 §7.8.2).
struct Mask: Sendable {
  /// Its number in the format.
  let number: Int

  static let all = (0..<8).map(Mask.init)

  /// Whether a module changes its colour.
  func turns(row: Int, column: Int) -> Bool {
    switch number {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }
}
