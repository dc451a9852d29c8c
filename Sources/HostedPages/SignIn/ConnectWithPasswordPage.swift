import _Markup
import BramleyCrypto
import BramleyHTTP
import Phrases

/// Shown when an Apple Account's address belongs to an account that did not prove it is the same person's:
/// the password proves it, and the consent is asked for (R23, R19, R27).
struct ConnectWithPasswordPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  let email: String
  /// Stands for Apple's proof; sealed, good once and for ten minutes.
  let pendingToken: String
  var client: ClientRequest?
  var returnTo: String?
  var problem: PhraseKey?

  private var language: Language { visit.language }

  func response(status: Int) -> HTTPResponse {
    let main: HTML = """
      \(Mark.tile(pages.configuration.name))
      <h1>\(HTML.phrase(.pageExistsTitle, language))</h1>
      <p class="lead">\(HTML.phrase(.pageConnectPassword, language))</p>
      \(problem.map { Notice.banner($0, isProblem: true, visit) })
      <form method="post" action="\(visit.address.path("/signin/connect"))" class="fields">
      \(FormOrigin.field(visit))\(Field.returnTo(returnTo))\(client?.hiddenFields)
      <input type="hidden" name="pending" value="\(pendingToken)">
      \(Field.email(email, language, isWrong: problem != nil))
      \(Field.password(language))
      \(LinkConsent(pages: pages, language: language).checkbox)
      <button type="submit" class="primary">\(HTML.phrase(.pageConnect, language))</button>
      </form>
      <div class="actions"><a class="button" href="\(visit.address.path("/signin"))">\
      \(HTML.phrase(.pageStartAgain, language))</a></div>
      """
    return PageFrame(
      title: Phrases.text(.pageExistsTitle, in: language), visit: visit, main: main,
      formTargets: client?.formTarget.map { [$0] } ?? []
    ).response(status: status)
  }
}
