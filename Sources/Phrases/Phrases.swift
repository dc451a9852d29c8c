/// Gives the texts of pages and mail.
public enum Phrases {
  /// A text with its holes filled in, for mail and plain text.
  ///
  /// What is filled in is isolated (U+2068 … U+2069), so that an address inside Arabic words stays readable.
  ///
  /// - Parameter values: What goes into the holes; a hole without a value stays empty.
  public static func text(_ key: PhraseKey, in language: Language, _ values: [String: String] = [:]) -> String
  {
    parts(key, in: language).map { part in
      switch part {
      case .text(let words): words
      case .hole(let name): values[name].map { "\u{2068}\($0)\u{2069}" } ?? ""
      }
    }.joined()
  }

  /// The pieces of a text, for pages that mark up what they fill in (`<bdi>`) and escape it.
  public static func parts(_ key: PhraseKey, in language: Language) -> [PhrasePart] {
    PhraseBook.shared.parts(key, in: language)
  }
}
