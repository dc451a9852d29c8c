import Testing

@testable import Phrases

@Suite("Languages of the pages")
struct LanguageTests {
  @Test(
    "broken, hostile and unknown wishes give English",
    arguments: [
      nil, "", ",,,;;;", "xx", "tlh-Latn", "fa;q=0", "de;q=nonsense", String(repeating: "de,", count: 10_000),
    ])
  func english(wish: String?) {
    #expect(Language.negotiated(acceptLanguage: wish) == .english)
  }

  @Test(
    "wishes count by weight, then by order, and are met by ever shorter tags",
    arguments: [
      ("fa", "fa"), ("fa-IR,en;q=0.5", "fa"), ("en;q=0.4, ar;q=0.8", "ar"), ("xx, he-IL", "he"),
      ("iw", "he"), ("zh-CN", "zh-Hans"), ("zh-SG,en", "zh-Hans"), ("de-AT-1996, en", "de"),
    ])
  func negotiation(wish: String, tag: String) {
    #expect(Language.negotiated(acceptLanguage: wish).tag == tag)
  }

  @Test(
    "Arabic, Hebrew and Persian begin on the right, the others on the left: FR-62", arguments: Language.all)
  func direction(language: Language) {
    let isRightToLeft = ["ar", "he", "fa"].contains(language.tag)
    #expect(language.direction == (isRightToLeft ? .rightToLeft : .leftToRight))
  }

  @Test("no language's file was left out as unreadable")
  func count() { #expect(Language.all.count == 10) }

  @Test("every language says everything by itself, and nothing that nobody asks for", arguments: Language.all)
  func completeness(language: Language) {
    #expect(PhraseBook.shared.keys(in: language) == Set(PhraseKey.allCases.map(\.rawValue)))
    for key in PhraseKey.allCases {
      let own = PhraseBook.shared.ownParts(key, in: language)
      #expect(own?.isEmpty == false, "\(language.tag) lacks \(key)")
      #expect(holes(own) == holes(PhraseBook.shared.ownParts(key, in: .english)), "\(language.tag) \(key)")
    }
  }

  private func holes(_ parts: [PhrasePart]?) -> Set<PhrasePart> {
    Set((parts ?? []).filter { if case .hole = $0 { true } else { false } })
  }

  @Test("what is filled in is isolated, and a hole without a value stays empty")
  func values() throws {
    let persian = try #require(Language(tag: "fa"))
    let text = Phrases.text(.emulatorIntroduction, in: persian, ["app": "com.example.app"])
    #expect(text.contains("\u{2068}com.example.app\u{2069}"))
    #expect(!Phrases.text(.emulatorIntroduction, in: persian).contains("{"))
  }
}
