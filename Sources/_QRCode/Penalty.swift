/// How hard a symbol is to read; of the masked ones the easiest is taken (ISO/IEC 18004 §7.8.3).
struct Penalty {
  private let dark: [Bool]
  private let width: Int

  init(_ dark: [Bool], width: Int) {
    self.dark = dark
    self.width = width
  }

  var total: Int {
    var total = blocks + balance
    for index in 0..<width {
      let row = (0..<width).map { dark[index * width + $0] }
      let column = (0..<width).map { dark[$0 * width + index] }
      total += Self.runs(row) + Self.runs(column) + Self.finders(row) + Self.finders(column)
    }
    return total
  }

  /// Five and more of one colour in a line.
  private static func runs(_ line: [Bool]) -> Int {
    var (penalty, length) = (0, 1)
    for index in 1...line.count {
      if index < line.count, line[index] == line[index - 1] {
        length += 1
      } else {
        if length >= 5 { penalty += length - 2 }
        length = 1
      }
    }
    return penalty
  }

  /// What looks like a finder pattern with four light modules beside it.
  private static func finders(_ line: [Bool]) -> Int {
    let pattern = [true, false, true, true, true, false, true]
    var penalty = 0
    for start in 0...max(0, line.count - 7) where Array(line[start..<start + 7]) == pattern {
      // The margin around the symbol is light.
      let before = line[max(0, start - 4)..<start]
      let after = line[(start + 7)..<min(line.count, start + 11)]
      if !before.contains(true) || !after.contains(true) { penalty += 40 }
    }
    return penalty
  }

  /// Squares of two by two in one colour.
  private var blocks: Int {
    var penalty = 0
    for row in 0..<width - 1 {
      for column in 0..<width - 1 {
        let index = row * width + column
        let color = dark[index]
        if dark[index + 1] == color, dark[index + width] == color, dark[index + width + 1] == color {
          penalty += 3
        }
      }
    }
    return penalty
  }

  /// Ten for each twentieth that the share of dark modules is away from half.
  private var balance: Int {
    let share = dark.count { $0 } * 100 / dark.count
    return abs(share - 50) / 5 * 10
  }
}
