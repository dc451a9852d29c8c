/// Lengths of time as people write them in a file: `30s`, `5m`, `1h`, `90d`.
public enum DurationText {
  /// Parses a whole number with a unit; a bare number counts seconds; nil for anything else.
  public static func parse(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int64(digits), count >= 0, count <= 1_000_000_000 else { return nil }
    switch text.dropFirst(digits.count) {
    case "", "s": return .seconds(count)
    case "m": return .seconds(count * 60)
    case "h": return .seconds(count * 3600)
    case "d": return .seconds(count * 86_400)
    default: return nil
    }
  }
}
