/// The cookies of a request.
///
/// - Standard: RFC 6265 §4.2, §5.4.
public struct RequestCookies: Sendable, Hashable {
  private let pairs: [(name: Substring, value: Substring)]

  /// Reads every `Cookie` field; pairs beyond the limit and pairs without a name are left out.
  public init(_ headers: HTTPFields, limit: Int = 64) {
    var pairs: [(Substring, Substring)] = []
    for field in headers.fields where field.name == "cookie" {
      // Split no further than the limit: a field of nothing but semicolons costs nothing.
      for part in field.value.utf8.split(separator: UInt8(ascii: ";"), maxSplits: limit) {
        guard pairs.count < limit else { break }
        let part = Substring(part).drop { $0 == " " || $0 == "\t" }
        guard let equals = part.firstIndex(of: "="), equals > part.startIndex else { continue }
        pairs.append((part[..<equals], RequestCookies.unquoted(part[part.index(after: equals)...])))
      }
    }
    self.pairs = pairs
  }

  /// The value of a cookie; nil when it is missing, or sent twice with different values.
  ///
  /// A second cookie of the same name comes from another path or a sibling host, perhaps an attacker's:
  /// then none is believed.
  public subscript(name: String) -> String? {
    let values = Set(pairs.filter { $0.name == name }.map(\.value))
    guard values.count == 1, let value = values.first else { return nil }
    return String(value)
  }

  private static func unquoted(_ value: Substring) -> Substring {
    var value = value
    while value.last == " " || value.last == "\t" { value.removeLast() }
    guard value.utf8.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
    return value.dropFirst().dropLast()
  }

  /// Compares names and values in order.
  public static func == (left: RequestCookies, right: RequestCookies) -> Bool {
    left.pairs.elementsEqual(right.pairs) { $0 == $1 }
  }

  /// Hashes names and values in order.
  public func hash(into hasher: inout Hasher) {
    for pair in pairs {
      hasher.combine(pair.name)
      hasher.combine(pair.value)
    }
  }
}

extension HTTPRequest {
  /// The cookies that came with the request.
  public var cookies: RequestCookies { RequestCookies(headers) }
}
