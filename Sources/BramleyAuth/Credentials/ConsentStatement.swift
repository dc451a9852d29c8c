/// What a person agreed to, as it was shown, before two ways in were linked.
public struct ConsentStatement: Codable, Sendable, Equatable {
  /// What the consent is for, such as `link:apple.com`.
  public let kind: String
  /// The version of the text.
  public let version: String
  /// The text as it was shown.
  public let text: String
  /// The language of the text, such as `en`.
  public let locale: String

  /// A statement that the person has agreed to; make it only then.
  public init(kind: String, version: String, text: String, locale: String) {
    self.kind = kind
    self.version = version
    self.text = text
    self.locale = locale
  }
}
