import _Markup
import _QRCode
import BramleyHTTP
import Phrases

/// Shows the secret of one-time passwords and asks for the first of them.
struct FactorKeyPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  /// The address that the app lists the key under.
  let email: String
  /// What the enrolment is finished with.
  let session: String
  /// The secret in base32.
  let key: String
  var digits = 6
  var period = 30
  var problem: PhraseKey?

  private var language: Language { visit.language }

  func response(status: Int = 200) -> HTTPResponse {
    let main: HTML = """
      <h1>\(HTML.phrase(.factorApp, language))</h1>
      <p class="lead">\(HTML.phrase(.factorKeyLead, language))</p>
      \(code)
      <p class="key"><code dir="ltr">\(grouped)</code></p>
      <div class="actions"><a class="button secondary" href="\(appAddress)">\
      \(HTML.phrase(.factorOpenApp, language))</a></div>
      \(problem.map { Notice.banner($0, isProblem: true, visit) })
      <form method="post" action="\(visit.address.path("/account/factors/app/confirm"))" class="fields">
      \(FormOrigin.field(visit))
      <input type="hidden" name="session" value="\(session)"><input type="hidden" name="key" value="\(key)">
      \(Field.code(.formVerificationCode, language, isWrong: problem != nil))
      <button type="submit" class="primary">\(HTML.phrase(.actionContinue, language))</button>
      </form>
      <div class="actions"><a class="button" href="\(visit.address.path("/account/ways"))">\(Mark.back)\
      \(HTML.phrase(.pageWaysTitle, language))</a></div>
      """
    return PageFrame(title: Phrases.text(.factorApp, in: language), visit: visit, main: main)
      .response(status: status)
  }

  /// The same address for the camera of another device; drawn here, since nobody else may see the key.
  ///
  /// Left out where it is too long for a code: the key and the link stand beside it.
  private var code: HTML? {
    QRCode(appAddress).map { QRCodeImage(code: $0, label: Phrases.text(.factorApp, in: language)).markup }
  }

  /// Groups of four, as people read them out.
  private var grouped: String {
    var out = ""
    for (index, letter) in key.enumerated() {
      if index > 0, index.isMultiple(of: 4) { out += " " }
      out.append(letter)
    }
    return out
  }

  /// The address that authenticator apps register for.
  private var appAddress: String {
    let fields: FormFields = [
      "secret": key, "issuer": pages.configuration.name, "algorithm": "SHA1", "digits": String(digits),
      "period": String(period),
    ]
    let label = PercentEncoding.encode(pages.configuration.name) + ":" + PercentEncoding.encode(email)
    return "otpauth://totp/" + label + "?" + fields.encoded
  }
}
