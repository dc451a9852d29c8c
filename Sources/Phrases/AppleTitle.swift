#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The words on a Sign in with Apple button.
///
/// Apple's guidelines allow three titles and translate them; only some translations are confirmed.
public struct AppleTitle: Sendable, Hashable {
  /// The three titles.
  public enum Kind: String, Sendable, CaseIterable {
    /// "Sign in with Apple".
    case signIn = "sign-in"
    /// "Continue with Apple".
    case proceed = "continue"
    /// "Sign up with Apple".
    case signUp = "sign-up"
  }

  /// The words.
  public let text: String
  /// The tag of the language that they are in.
  public let languageTag: String
  /// Whether the words were found on a page of Apple's; else they are a translation of ours or of others.
  public let isConfirmed: Bool

  private struct Entry: Decodable {
    let text: String
    let confirmed: Bool
  }

  private static let titles: [String: Entry] =
    (try? JSONDecoder().decode([String: Entry].self, from: Data(PackageResources.titles_json))) ?? [:]

  /// The title for a locale such as `de_DE`, `zh_HK` or `fa`.
  ///
  /// "Continue" and "Sign up" are English everywhere: no translation of them is confirmed.
  public init(_ kind: Kind, locale: String) {
    switch kind {
    case .proceed: self.init(text: "Continue with Apple", languageTag: "en", isConfirmed: true)
    case .signUp: self.init(text: "Sign up with Apple", languageTag: "en", isConfirmed: true)
    case .signIn:
      for tag in Self.fallbacks(locale) {
        if let entry = Self.titles[tag] {
          self.init(text: entry.text, languageTag: tag, isConfirmed: entry.confirmed)
          return
        }
      }
      self.init(text: "Sign in with Apple", languageTag: "en", isConfirmed: true)
    }
  }

  private init(text: String, languageTag: String, isConfirmed: Bool) {
    self.text = text
    self.languageTag = languageTag
    self.isConfirmed = isConfirmed
  }

  /// The tags to try for a locale, the nearest first.
  private static func fallbacks(_ locale: String) -> [String] {
    let parts = locale.split(whereSeparator: { $0 == "_" || $0 == "-" }).map { $0.lowercased() }
    guard let first = parts.first else { return [] }
    let language = ["iw": "he", "nb": "no", "nn": "no", "in": "id"][first] ?? first
    if language == "zh" {
      if parts.contains("hk") || parts.contains("mo") { return ["zh-HK"] }
      return parts.contains("tw") || parts.contains("hant") ? ["zh-TW"] : ["zh-Hans"]
    }
    let region = parts.dropFirst().first { $0.count == 2 || $0.count == 3 }?.uppercased()
    return (region.map { [language + "-" + $0] } ?? []) + [language]
  }
}
