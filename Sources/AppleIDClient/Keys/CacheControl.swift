import BramleyHTTP

/// How long an answer may be kept, by its header.
///
/// - Standard: RFC 9111 §5.2.2.
enum CacheControl {
  /// The lifetime that the header gives; zero for `no-store` and `no-cache`, nil without a usable word.
  static func lifetime(in headers: HTTPFields) -> Duration? {
    var lifetime: Duration?
    for value in headers.values("cache-control") {
      for directive in value.split(separator: ",") {
        let word = directive.trimmingSpaces.lowercased()
        if word == "no-store" || word == "no-cache" { return .zero }
        guard word.hasPrefix("max-age="), let seconds = UInt32(word.dropFirst("max-age=".count)) else {
          continue
        }
        lifetime = min(lifetime ?? .seconds(seconds), .seconds(seconds))
      }
    }
    return lifetime
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at its ends.
  var trimmingSpaces: String {
    var slice = self[...]
    while let first = slice.first, first == " " || first == "\t" { slice.removeFirst() }
    while let last = slice.last, last == " " || last == "\t" { slice.removeLast() }
    return String(slice)
  }
}
