package import Phrases

/// Markup in which everything that is filled in is escaped.
///
/// Literal text is markup of ours; an interpolated text is escaped; interpolated markup stays markup.
package struct HTML: Sendable, ExpressibleByStringInterpolation {
  /// The markup.
  package private(set) var markup: String

  /// Markup of ours, as it stands.
  package init(stringLiteral markup: String) { self.markup = markup }

  /// Markup with what was filled in.
  package init(stringInterpolation parts: Interpolation) { markup = parts.markup }

  /// Collects the parts of a literal.
  package struct Interpolation: StringInterpolationProtocol {
    var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity * 2)
    }

    package mutating func appendLiteral(_ literal: String) { markup += literal }

    package mutating func appendInterpolation(_ text: String) { markup += HTML.escape(text) }

    package mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

    package mutating func appendInterpolation(_ html: HTML?) { if let html { markup += html.markup } }

    package mutating func appendInterpolation(_ html: [HTML]) { for piece in html { markup += piece.markup } }

    /// Markup that stands only under a condition.
    package mutating func appendInterpolation(_ html: HTML, if condition: Bool) {
      if condition { markup += html.markup }
    }
  }

  /// Escapes text for element content and for attributes in either kind of quotes.
  ///
  /// NUL and other control characters, which no HTML text may hold, become U+FFFD.
  package static func escape(_ text: String) -> String {
    var out = ""
    out.reserveCapacity(text.utf8.count + 8)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      case "\t", "\n": out.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}": out.unicodeScalars.append("\u{fffd}")
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// A phrase with its holes filled in, each isolated so that directions do not mix (FR-62).
  package static func phrase(_ key: PhraseKey, _ language: Language, _ values: [String: String] = [:]) -> HTML
  {
    var html: HTML = ""
    for part in Phrases.parts(key, in: language) {
      switch part {
      case .text(let words): html.markup += escape(words)
      case .hole(let name): html.markup += "<bdi>" + escape(values[name] ?? "") + "</bdi>"
      }
    }
    return html
  }
}
