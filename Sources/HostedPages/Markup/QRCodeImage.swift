import _Markup
import _QRCode

/// A QR code as an image inside the page: the content policy allows no other, and nothing is fetched for it.
struct QRCodeImage: Sendable {
  let code: QRCode
  /// What it is, for those who do not see it.
  let label: String

  /// Four light modules around the symbol (ISO/IEC 18004 §5.3.8).
  private static let margin = 4

  /// Dark on light in dark surroundings too: most readers know no other.
  var markup: HTML {
    let side = String(code.width + 2 * Self.margin)
    return """
      <p class="code"><svg role="img" aria-label="\(label)" viewBox="0 0 \(side) \(side)" \
      shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(side)v\(side)H0z"/>\
      <path fill="#000" d="\(path)"/></svg></p>
      """
  }

  /// Each run of dark modules as a bar.
  private var path: String {
    var path = ""
    for row in 0..<code.width {
      var column = 0
      while column < code.width {
        guard code.isDark(row: row, column: column) else {
          column += 1
          continue
        }
        let start = column
        while code.isDark(row: row, column: column) { column += 1 }
        path += "M\(start + Self.margin) \(row + Self.margin)h\(column - start)v1h-\(column - start)z"
      }
    }
    return path
  }
}
