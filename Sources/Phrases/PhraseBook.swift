#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Every text in every language, read once from the files embedded in the program.
struct PhraseBook: Sendable {
  /// One language's file.
  private struct Edition: Decodable {
    let tag: String
    let direction: String
    let name: String
    let texts: [String: String]
  }

  /// A language's file as embedded; a new language is one more line here and in the manifest.
  private static let editions: [[UInt8]] = [
    PackageResources.en_json, PackageResources.ar_json, PackageResources.de_json,
    PackageResources.es_json, PackageResources.fa_json, PackageResources.fr_json,
    PackageResources.he_json, PackageResources.ja_json, PackageResources.ko_json,
    PackageResources.zh_Hans_json,
  ]

  static let shared = PhraseBook(editions: editions)

  let languages: [Language]
  private let texts: [String: [String: [PhrasePart]]]

  init(editions: [[UInt8]]) {
    var languages: [Language] = []
    var texts: [String: [String: [PhrasePart]]] = [:]
    for bytes in editions {
      // A file that cannot be read leaves its language out; a test counts them.
      guard let edition = try? JSONDecoder().decode(Edition.self, from: Data(bytes)) else { continue }
      languages.append(
        Language(
          tag: edition.tag, direction: edition.direction == "rtl" ? .rightToLeft : .leftToRight,
          name: edition.name))
      texts[edition.tag] = edition.texts.mapValues(PhrasePart.parse)
    }
    self.languages = languages
    self.texts = texts
  }

  /// The parts of a text; English, then the key itself, where a language lacks it.
  func parts(_ key: PhraseKey, in language: Language) -> [PhrasePart] {
    ownParts(key, in: language) ?? ownParts(key, in: .english) ?? [.text(key.rawValue)]
  }

  /// The parts of a text in that language only.
  func ownParts(_ key: PhraseKey, in language: Language) -> [PhrasePart]? {
    texts[language.tag]?[key.rawValue]
  }

  /// Every key that a language's file has.
  func keys(in language: Language) -> Set<String> { Set((texts[language.tag] ?? [:]).keys) }
}
