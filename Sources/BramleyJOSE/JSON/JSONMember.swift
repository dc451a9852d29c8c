/// A member of the top object of a scanned text.
struct JSONMember {
  /// What kind of value it has.
  enum Value: Equatable {
    /// A string, unescaped.
    case string(String)
    /// Anything else; nobody here looks inside.
    case other
  }

  /// The name, unescaped.
  let name: String
  /// The value.
  let value: Value
}
