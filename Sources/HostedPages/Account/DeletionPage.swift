import _Markup
import Accounts
import BramleyHTTP
import Phrases

/// The page before a deletion: what will happen, and the button that does it.
struct DeletionPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  let person: Caller

  private var language: Language { visit.language }

  func response() -> HTTPResponse {
    let app = ["app": pages.configuration.name]
    let hasApple = person.account.identity(of: .apple) != nil
    let apple: HTML = "<li>\(HTML.phrase(.pageDeleteApple, language, app))</li>"
    let main: HTML = """
      <h1>\(HTML.phrase(.pageDeleteTitle, language))</h1>
      <p class="lead">\(HTML.phrase(.pageDeleteLead, language))</p>
      <ul class="consequences">
      <li>\(HTML.phrase(.pageDeleteErases, language, app))</li>
      <li>\(HTML.phrase(.pageDeleteSessions, language))</li>
      \(apple, if: hasApple)
      </ul>
      \(isRecent ? button : proof(hasApple))
      <div class="actions"><a class="button" href="\(visit.address.path("/account"))">\
      \(HTML.phrase(.pageKeep, language))</a></div>
      """
    return PageFrame(
      title: Phrases.text(.pageDeleteTitle, in: language), visit: visit, main: main,
      formTargets: AppleFlow.formTargets(pages.configuration)
    ).response()
  }

  /// What the domain will judge again when the button is pressed; here it only chooses the page (R28).
  private var isRecent: Bool {
    CallerRule.isRecent(person.session, within: pages.accounts.policy.recentSignIn, now: person.issuedAt)
  }

  private var button: HTML {
    """
    <form method="post" action="\(visit.address.path("/account/delete"))">
    \(FormOrigin.field(visit))
    <button type="submit" class="destructive">\(HTML.phrase(.pageDelete, language))</button>
    </form>
    """
  }

  private func proof(_ hasApple: Bool) -> HTML {
    let form: HTML = """
      <form method="post" action="\(visit.address.path("/account/confirm"))">
      \(FormOrigin.field(visit))<input type="hidden" name="return" value="/account/delete">
      \(AppleButton(pages: pages, visit: visit).html)
      </form>
      """
    return "<p class=\"banner\">\(HTML.phrase(.pageConfirm, language))</p>\(form, if: hasApple)"
  }
}
