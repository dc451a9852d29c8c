/// What a person agreed to, word for word.
package struct ConsentText: Hashable, Sendable {
  /// What the consent is for: `link`, `terms`…
  package var kind: String
  /// The version of the text.
  package var version: String
  /// The text that was shown.
  package var text: String
  /// The language it was shown in.
  package var locale: String

  /// A consent of these parts, each cut to its limit (text 4000, others 64 characters).
  package init(kind: String, version: String, text: String, locale: String) {
    self.kind = kind.cut(to: 64)
    self.version = version.cut(to: 64)
    self.text = text.cut(to: 4000)
    self.locale = locale.cut(to: 64)
  }
}

/// A consent as it was recorded.
package struct Consent: Hashable, Sendable {
  /// What was agreed to.
  package let text: ConsentText
  /// When.
  package let at: Timestamp

  package init(text: ConsentText, at: Timestamp) {
    self.text = text
    self.at = at
  }
}
