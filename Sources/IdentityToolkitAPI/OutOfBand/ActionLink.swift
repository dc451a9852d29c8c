import Accounts
import BramleyCrypto
import BramleyHTTP

/// The address inside a mail that carries a code (wire §1.1, R2).
///
/// Its origin is the configured one, never a header's (A23); only in `dev` it is the loopback name that the
/// request came by, which the host check has judged.
struct ActionLink: Sendable {
  private let base: String
  private let apiKey: String
  private let language: String
  private let continueURL: String?

  /// Links for what a request causes.
  init(_ context: WireContext, continueURL: String?) throws {
    let path = context.api.mode.offersControlAPI ? "/emulator/action" : "/__/auth/action"
    base = context.api.origin(of: context.request) + path
    apiKey = try context.query()["key"] ?? context.request.headers["x-goog-api-key"] ?? "bramley"
    language = Self.language(context.client.locale)
    self.continueURL = continueURL
  }

  /// What may stand in the link of the language that was asked for; English for anything odd.
  private static func language(_ locale: String?) -> String {
    let tag = (locale ?? "").replacing("_", with: "-")
    let isTag = tag.utf8.allSatisfy {
      (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
    }
    return isTag && (2...35).contains(tag.utf8.count) ? tag : "en"
  }

  /// The link's `mode`.
  static func mode(of purpose: OutOfBandCode.Purpose) -> String {
    switch purpose {
    case .passwordReset: "resetPassword"
    case .verifyEmail: "verifyEmail"
    case .emailSignIn: "signIn"
    case .verifyAndChangeEmail: "verifyAndChangeEmail"
    case .recoverEmail: "recoverEmail"
    }
  }

  /// The link of a code.
  func text(_ issued: IssuedCode) -> String {
    var fields = FormFields()
    fields.add("mode", Self.mode(of: issued.content.purpose))
    fields.add("lang", language)
    fields.add("oobCode", issued.code.revealText() ?? "")
    fields.add("apiKey", apiKey)
    if let continueURL { fields.add("continueUrl", continueURL) }
    return base + "?" + fields.encoded
  }
}
