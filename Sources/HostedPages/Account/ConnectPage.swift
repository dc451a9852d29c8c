import _Markup
import Accounts
import BramleyHTTP
import Phrases

/// Asks a signed-in person for the consent to connect Apple (R27).
struct ConnectPage: Sendable {
  let visit: Visit
  let pages: HostedPages

  func response() -> HTTPResponse {
    let main: HTML = """
      <h1>\(HTML.phrase(.pageConnect, visit.language))</h1>
      <form method="post" action="\(visit.address.path("/account/connect"))" class="fields">
      \(FormOrigin.field(visit))
      \(LinkConsent(pages: pages, language: visit.language).checkbox)
      \(AppleButton(pages: pages, visit: visit).html)
      </form>
      <div class="actions"><a class="button" href="\(visit.address.path("/account"))">\(Mark.back)\
      \(HTML.phrase(.pageAccountTitle, visit.language))</a></div>
      """
    return PageFrame(
      title: Phrases.text(.pageConnect, in: visit.language), visit: visit, main: main,
      formTargets: AppleFlow.formTargets(pages.configuration)
    ).response()
  }
}

/// The consent to a link, recorded word for word as it was shown.
struct LinkConsent: Sendable {
  let pages: HostedPages
  let language: Language

  private var app: [String: String] { ["app": pages.configuration.name] }

  /// The box that the person ticks; the form is not sent without.
  var checkbox: HTML {
    """
    <label class="check"><input type="checkbox" name="consent" value="yes" required>
    <span>\(HTML.phrase(.pageConnectConsent, language, app))</span></label>
    """
  }

  /// What is recorded.
  var text: ConsentText {
    ConsentText(
      kind: "link", version: "1", text: Phrases.text(.pageConnectConsent, in: language, app),
      locale: language.tag)
  }
}
