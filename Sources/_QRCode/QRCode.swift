/// A QR code of a text: dark and light modules in a square.
///
/// Byte mode, error correction level M: up to 15 % of a symbol may be dirty or covered. The text is UTF-8,
/// which every reader expects of a symbol that says nothing else.
///
/// - Standard: ISO/IEC 18004.
package struct QRCode: Sendable, Hashable {
  /// The number of modules in a row, without the margin of four light ones that readers need (§5.3.8).
  package let width: Int
  /// Row by row; true is dark.
  package let modules: [Bool]

  /// The code of a text; nil when it is longer than ``capacity``.
  package init?(_ text: String) {
    let content = Array(text.utf8)
    guard let version = Version.smallest(holding: content.count) else { return nil }
    let codewords = Codewords.interleaved(content, in: version)
    var best: (symbol: Symbol, penalty: Int)?
    let blank = Symbol(version, codewords)
    for mask in Mask.all {
      let symbol = blank.masked(mask)
      let penalty = Penalty(symbol.dark, width: version.width).total
      if best.map({ penalty < $0.penalty }) ?? true { best = (symbol, penalty) }
    }
    guard let best else { return nil }
    width = version.width
    modules = best.symbol.dark
  }

  /// The longest text, in bytes.
  package static let capacity = Version.largest.capacity

  /// Whether a module is dark; everything around the symbol is light.
  package func isDark(row: Int, column: Int) -> Bool {
    (0..<width).contains(row) && (0..<width).contains(column) && modules[row * width + column]
  }
}
