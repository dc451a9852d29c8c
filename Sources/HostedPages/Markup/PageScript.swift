import _Markup
import BramleyCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A script that stands in one page, let in by a nonce of its own.
struct PageScript: Sendable {
  let nonce: String
  private let source: String

  /// A function's text of ours, called with a value.
  ///
  /// The value travels as JSON in which nothing can end the script element.
  init(calling function: StaticString, with value: some Encodable, random: any RandomSource) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let json = String(decoding: try encoder.encode(value), as: UTF8.self)
    var safe = ""
    for scalar in json.unicodeScalars {
      switch scalar {
      case "<": safe += "\\u003c"
      case ">": safe += "\\u003e"
      case "&": safe += "\\u0026"
      case "\u{2028}": safe += "\\u2028"
      case "\u{2029}": safe += "\\u2029"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    nonce = Base64URL.encode(random.bytes(18))
    source = "(\(function))(\(safe));"
  }

  /// The element. Neither part holds text from outside that is not escaped for scripts.
  var element: HTML { HTML(stringLiteral: "<script nonce=\"\(nonce)\">\(source)</script>") }
}
