/// A member of the top object of a scanned text: where its name and its value lie.
struct JSONMember: Sendable {
  /// What kind of value it has.
  enum Kind: Equatable, Sendable {
    /// A text; the place is that between the quotes.
    case text(isEscaped: Bool)
    /// A number.
    case number
    /// `true` or `false`.
    case flag(Bool)
    /// `null`.
    case null
    /// An object or a list; nobody here looks inside.
    case nested
  }

  /// The name's place between the quotes.
  let name: Range<Int>
  /// The name after unescaping, where it was escaped at all.
  let unescapedName: [UInt8]?
  /// What kind of value it has.
  let kind: Kind
  /// The value's place.
  let value: Range<Int>
}
