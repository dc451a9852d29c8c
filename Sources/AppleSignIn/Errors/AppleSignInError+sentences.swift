public import Foundation

extension AppleSignInError: LocalizedError {
  /// What to tell the person, in the language of the app.
  public var errorDescription: String? { sentence(in: .current) }

  /// What to tell the person.
  ///
  /// English, Simplified and Traditional Chinese, Persian, Japanese, Korean, German, French, Spanish,
  /// Portuguese, Russian, Arabic; English for any other language.
  public func sentence(in locale: Locale) -> String {
    Sentences.shared.text(sentenceKey, language: Sentences.language(of: locale))
  }

  /// For developers: reason, numbers and the first hint; no personal values.
  public var failureReason: String? {
    let number = systemCode.map { " (\($0))" } ?? ""
    let beneath = underlyingCodes.isEmpty ? "" : " over \(underlyingCodes)"
    return "\(code.rawValue)\(number)\(beneath). \(hints.map(\.advice).joined(separator: " "))"
  }

  private var sentenceKey: String {
    switch code {
    case .unknown where hints == [.twoFactor]: "twoFactor"
    case .unknown where hints.first == .noAccount: "noAccount"
    case .matchedExcludedCredential: "passkeyExists"
    case .credentialImport: "import"
    case .credentialExport: "export"
    case .preferSignInWithApple: "preferApple"
    case .deviceNotConfiguredForPasskeyCreation: "noPasskey"
    case .foreign: "unknown"
    case .taskCanceled: "canceled"
    case .tokenExpired: "clock"
    case .stateMismatch, .nonceMismatch, .audienceMismatch, .subjectMismatch, .missingIdentityToken,
      .unreadableToken, .unexpectedCredential:
      "notTrusted"
    default: code.rawValue
    }
  }
}
