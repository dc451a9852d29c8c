/// Claims as Apple has really sent them.
///
/// `try?` here asks for a type and hides nothing: a value of another type is the next question, or absent.
extension KeyedDecodingContainer {
  /// A flag that came as boolean or as text; only `true` and `"true"` mean yes.
  ///
  /// Anything else, such as `1`, `"FALSE"` or an object, means no and never makes a sign-in fail (FR-26).
  func lenientFlag(_ key: Key) -> Bool {
    guard contains(key) else { return false }
    if let flag = try? decode(Bool.self, forKey: key) { return flag }
    return (try? decode(String.self, forKey: key)) == "true"
  }

  /// A text that nothing depends on: another type counts as absent, and so does the empty text.
  func lenientText(_ key: Key) -> String? {
    guard contains(key), let text = try? decode(String.self, forKey: key) else { return nil }
    return text.isEmpty ? nil : text
  }

  /// A finite number that may come as text; another type counts as absent.
  func lenientNumber(_ key: Key) -> Double? {
    guard contains(key) else { return nil }
    if let number = try? decode(Double.self, forKey: key) { return number }
    guard let text = try? decode(String.self, forKey: key), let number = Double(text), number.isFinite else {
      return nil
    }
    return number
  }

  /// An audience: a string, or an array of exactly one string.
  ///
  /// Two audiences would let a token pass for two apps at once, so they are refused as malformed.
  func singleAudience(_ key: Key) throws -> ClientID {
    if let text = try? decode(String.self, forKey: key) { return ClientID(text) }
    let list = try decode([String].self, forKey: key)
    guard list.count == 1, let only = list.first else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "The audience is a list of \(list.count) entries.")
    }
    return ClientID(only)
  }
}
