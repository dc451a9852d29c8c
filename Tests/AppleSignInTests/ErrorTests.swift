@testable import AppleSignIn
import AuthenticationServices
import Foundation
import SimulatedDevice
import Testing

@Suite("Errors of Sign in with Apple") @MainActor struct ErrorTests {
  nonisolated static let documented: [(Int, AppleSignInError.Code)] = [
    (1000, .unknown), (1001, .canceled), (1002, .invalidResponse), (1003, .notHandled), (1004, .failed),
    (1005, .notInteractive), (1006, .matchedExcludedCredential), (1007, .credentialImport),
    (1008, .credentialExport), (1009, .preferSignInWithApple), (1010, .deviceNotConfiguredForPasskeyCreation),
  ]

  @Test("names every documented code, sent through the system: issue 7 point 5", arguments: documented)
  func documentedCodes(_ number: Int, _ code: AppleSignInError.Code) async {
    let error = await Phone().refusal(.fail(code: number))
    #expect(error?.code == code)
    #expect(error?.systemCode == number)
  }

  @Test("keeps a code that came after this library")
  func futureCode() async {
    let error = await Phone().refusal(.fail(code: 1042))
    #expect(error?.code == .future)
    #expect(error?.systemCode == 1042)
  }

  @Test("tells an error of another domain apart")
  func foreignDomain() async {
    let error = await Phone().refusal(.failOtherwise(NSError(domain: "NSURLErrorDomain", code: 1001)))
    #expect(error?.code == .foreign)
    #expect(error?.isCancellation == false)
  }

  @Test("tells giving up from failing: quirk 12")
  func cancellation() async {
    #expect(await Phone().refusal(.cancel)?.isCancellation == true)
    #expect(await Phone().refusal(.fail(code: 1004))?.isCancellation == false)
    #expect(AppleSignInError(system: CancellationError()).isCancellation)
  }

  @Test("gives the likely causes for code 1000, and a retry is safe: FR-69, quirk 10")
  func unknownHasHints() async throws {
    let phone = Phone()
    let error = try #require(await phone.refusal(.fail(code: 1000)))
    #expect(error.hints.prefix(3) == [.capability, .profile, .noAccount])
    #expect(error.hints.allSatisfy { !$0.advice.isEmpty })
    #expect(error.mayHelpToRetry)
    #expect(try await phone.signIn().isFirstAuthorization)
  }

  @Test("narrows the causes by the private codes beneath: quirk 11")
  func narrowedHints() async {
    let phone = Phone()
    phone.device.hasCapability = false
    #expect(await phone.refusal(.share())?.hints == [.capability, .profile])
    phone.device.hasCapability = true
    phone.device.account?.hasTwoFactor = false
    #expect(await phone.refusal(.share())?.hints == [.twoFactor])
    phone.device.account = nil
    #expect(await phone.refusal(.share())?.hints == [.noAccount, .capability])
    phone.device.hasWindow = false
    #expect(await phone.refusal(.share())?.hints.contains(.window) == true)
  }

  @Test("follows a chain of underlying errors that leads on and on")
  func longChain() {
    var error = NSError(domain: "inner", code: -7026)
    for code in 0..<50 {
      error = NSError(domain: "outer", code: code, userInfo: [NSUnderlyingErrorKey: error])
    }
    let system = NSError(
      domain: ASAuthorizationErrorDomain, code: 1000, userInfo: [NSUnderlyingErrorKey: error])
    #expect(AppleSignInError(system: system).underlyingCodes.count == 8)
  }

  @Test(
    "has a sentence of its own language for every reason",
    arguments: ["en", "zh-Hans", "zh-Hant", "fa", "ja", "ko", "de", "fr", "es", "pt", "ru", "ar"])
  func sentences(_ language: String) {
    for code in AppleSignInError.Code.all {
      let error = AppleSignInError(code)
      let text = error.sentence(in: Locale(identifier: language))
      #expect(!text.isEmpty)
      #expect(language == "en" || text != error.sentence(in: Locale(identifier: "en")))
    }
  }

  /// Letters that a language is written with, for those that English could not be mistaken for.
  nonisolated static let scripts: [String: ClosedRange<UInt32>] = [
    "zh-Hans": 0x4E00...0x9FFF, "zh-Hant": 0x4E00...0x9FFF, "ja": 0x3040...0x30FF, "ko": 0xAC00...0xD7AF,
    "ru": 0x0400...0x04FF, "fa": 0x0600...0x06FF, "ar": 0x0600...0x06FF,
  ]

  @Test(
    "has every sentence in every language, in its own letters, and none in another language's words: point 5",
    arguments: Sentences.languages)
  func table(_ language: String) throws {
    let table = Sentences.shared.table
    let english = try #require(table["en"])
    let own = try #require(table[language])
    #expect(Set(own.keys) == Set(english.keys))
    for (key, text) in own {
      #expect(!text.trimmingCharacters(in: .whitespaces).isEmpty, "\(key)")
      for (other, texts) in table where other != language {
        #expect(texts[key] != text, "\(key) is the same in \(other)")
      }
      guard let letters = Self.scripts[language] else { continue }
      #expect(text.unicodeScalars.contains { letters.contains($0.value) }, "\(key)")
      // Apple's names stay as they are; no other word is left in Latin letters.
      let latin = text.split { !$0.isASCII || !$0.isLetter }.map(String.init)
      #expect(Set(latin).isSubset(of: ["Apple", "Account"]), "\(key): \(latin)")
    }
  }

  @Test(
    "finds the language by script and region",
    arguments: [
      ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-CN", "zh-Hans"), ("zh-Hans-HK", "zh-Hans"),
      ("de-AT", "de"), ("pt-BR", "pt"), ("tlh", "en"),
    ])
  func languages(_ locale: String, _ language: String) {
    let error = AppleSignInError(.failed)
    #expect(
      error.sentence(in: Locale(identifier: locale)) == error.sentence(in: Locale(identifier: language)))
  }

  @Test("tells a person without an account on the device what to do")
  func personalAdvice() async {
    let phone = Phone()
    phone.device.account = nil
    let error = await phone.refusal(.share())
    #expect(error?.sentence(in: Locale(identifier: "en")).contains("Settings") == true)
  }
}
