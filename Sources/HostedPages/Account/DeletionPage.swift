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
      \(pages.isRecent(person) ? button : proof)
      <div class="actions"><a class="button" href="\(visit.address.path("/account"))">\
      \(HTML.phrase(.pageKeep, language))</a></div>
      """
    return PageFrame(
      title: Phrases.text(.pageDeleteTitle, in: language), visit: visit, main: main,
      formTargets: AppleFlow.formTargets(pages.configuration)
    ).response()
  }

  private var button: HTML {
    """
    <form method="post" action="\(visit.address.path("/account/delete"))">
    \(FormOrigin.field(visit))
    <button type="submit" class="destructive">\(HTML.phrase(.pageDelete, language))</button>
    </form>
    """
  }

  private var proof: HTML {
    let forms = ConfirmationForms(visit: visit, pages: pages, person: person, returnTo: "/account/delete")
    return "<p class=\"banner\">\(HTML.phrase(.pageConfirm, language))</p>\(forms.html)"
  }
}
