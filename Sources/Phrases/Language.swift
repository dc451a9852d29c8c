/// A language that every text is written in.
public struct Language: Hashable, Sendable {
  /// The side on which a line begins.
  public enum Direction: String, Sendable {
    /// Lines begin on the left.
    case leftToRight = "ltr"
    /// Lines begin on the right: Arabic, Hebrew, Persian.
    case rightToLeft = "rtl"
  }

  /// The BCP 47 tag, for the `lang` attribute.
  public let tag: String
  /// The side on which a line begins, for the `dir` attribute.
  public let direction: Direction
  /// The language's own name for itself.
  public let name: String

  /// English, used where nothing else fits.
  public static let english = Language(tag: "en", direction: .leftToRight, name: "English")

  /// Every language, English first, the others by tag.
  public static var all: [Language] { PhraseBook.shared.languages }

  /// The language with a tag, without regard to case.
  public init?(tag: String) {
    guard let found = Self.all.first(where: { $0.tag.lowercased() == tag.lowercased() }) else { return nil }
    self = found
  }

  init(tag: String, direction: Direction, name: String) {
    self.tag = tag
    self.direction = direction
    self.name = name
  }
}
