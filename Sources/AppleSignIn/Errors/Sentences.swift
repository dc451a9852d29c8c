import Foundation

/// The sentences for people, by language and reason.
struct Sentences: Sendable {
  static let shared = Sentences(bytes: PackageResources.sentences_json)
  static let languages = [
    "en", "zh-Hans", "zh-Hant", "fa", "ja", "ko", "de", "fr", "es", "pt", "ru", "ar",
  ]

  let table: [String: [String: String]]

  init(bytes: [UInt8]) {
    // The file is part of the build and read by a test; an empty table would still give sentences below.
    table = (try? JSONDecoder().decode([String: [String: String]].self, from: Data(bytes))) ?? [:]
  }

  func text(_ key: String, language: String) -> String {
    table[language]?[key] ?? table["en"]?[key] ?? "Sign in with Apple did not work. Please try again."
  }

  /// The language of a locale among ours; Chinese by its script, or by the region's usual one.
  static func language(of locale: Locale) -> String {
    let code = locale.language.languageCode?.identifier ?? "en"
    if code == "zh" {
      let script = locale.language.script?.identifier
      let region = locale.region?.identifier ?? ""
      return script == "Hant" || (script == nil && ["TW", "HK", "MO"].contains(region))
        ? "zh-Hant" : "zh-Hans"
    }
    return languages.contains(code) ? code : "en"
  }
}
