/// A size of the symbol with what it holds at level M (ISO/IEC 18004 §5.3, table 9).
struct Version: Sendable {
  /// 1 to 20: more than any address of a key needs.
  let number: Int
  /// Error correction codewords of each block.
  let correction: Int
  /// How many blocks there are.
  let blocks: Int
  /// Rows and columns of the centres of alignment patterns.
  let alignment: [Int]

  /// Modules in a row.
  var width: Int { 17 + 4 * number }

  /// Codewords of content and correction: all modules but those of the patterns, the format and the version.
  var codewords: Int {
    let centres = alignment.count
    // Three of the crossings lie under finder patterns.
    let patterns = centres == 0 ? 0 : centres * centres - 3
    // Patterns on the sixth row and column share five modules with a timing pattern.
    let shared = centres == 0 ? 0 : 2 * (centres - 2) * 5
    let timing = 2 * (width - 16)
    let function = 3 * 64 + timing + 25 * patterns - shared + 31 + (number >= 7 ? 36 : 0)
    return (width * width - function) / 8
  }

  /// Codewords of content.
  var data: Int { codewords - correction * blocks }

  /// Bits of the field that tells the length.
  var lengthBits: Int { number < 10 ? 8 : 16 }

  /// The longest content, in bytes: four bits name the mode.
  var capacity: Int { (data * 8 - 4 - lengthBits) / 8 }

  /// The smallest one for so many bytes.
  static func smallest(holding count: Int) -> Version? { all.first { $0.capacity >= count } }

  static let largest = all[all.count - 1]

  private static let table: [(correction: Int, blocks: Int, alignment: [Int])] = [
    (10, 1, []), (16, 1, [6, 18]), (26, 1, [6, 22]), (18, 2, [6, 26]), (24, 2, [6, 30]), (16, 4, [6, 34]),
    (18, 4, [6, 22, 38]), (22, 4, [6, 24, 42]), (22, 5, [6, 26, 46]), (26, 5, [6, 28, 50]),
    (30, 5, [6, 30, 54]), (22, 8, [6, 32, 58]), (22, 9, [6, 34, 62]), (24, 9, [6, 26, 46, 66]),
    (24, 10, [6, 26, 48, 70]), (28, 10, [6, 26, 50, 74]), (28, 11, [6, 30, 54, 78]),
    (26, 13, [6, 30, 56, 82]), (26, 14, [6, 30, 58, 86]), (26, 16, [6, 34, 62, 90]),
  ]

  private static let all: [Version] = table.enumerated().map { index, entry in
    Version(
      number: index + 1, correction: entry.correction, blocks: entry.blocks, alignment: entry.alignment)
  }
}
