import Accounts
import BramleyCrypto
import BramleyHTTP

/// The address inside a mail that carries a code (wire §1.1, R2).
///
/// Its origin is the configured one, never a header's (A23); only in `dev` it is the loopback name that the
/// request came by, which the host check has judged.
struct ActionLink: Sendable {
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
  static func text(_ issued: IssuedCode, continueURL: String?, _ context: WireContext) throws -> String {
    var fields = FormFields()
    fields.add("mode", mode(of: issued.content.purpose))
    fields.add("lang", "en")
    fields.add("oobCode", issued.code.revealText() ?? "")
    fields.add("apiKey", try context.query()["key"] ?? context.request.headers["x-goog-api-key"] ?? "bramley")
    if let continueURL { fields.add("continueUrl", continueURL) }
    let path = context.api.mode.offersControlAPI ? "/emulator/action" : "/__/auth/action"
    return context.api.origin(of: context.request) + path + "?" + fields.encoded
  }
}
