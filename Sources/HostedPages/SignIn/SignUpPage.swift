import _Markup
import Accounts
import BramleyHTTP
import Phrases

/// The page that makes an account with address and password; Apple stands first here, too.
struct SignUpPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  var client: ClientRequest?
  var returnTo: String?
  var problem: PhraseKey?
  var name = ""
  var email = ""

  private var language: Language { visit.language }
  private var app: [String: String] { ["app": pages.configuration.name] }

  func response(status: Int = 200) -> HTTPResponse {
    let offersApple = pages.accounts.policy.apple.servicesID != nil
    let main: HTML = """
      \(Mark.tile(pages.configuration.name))
      <h1>\(HTML.phrase(.pageCreateTitle, language, app))</h1>
      \(problem.map { Notice.banner($0, isProblem: true, visit) })
      \(SignInPage(visit: visit, pages: pages, client: client, returnTo: returnTo).apple, if: offersApple)
      \(SignInPage.divider(language), if: offersApple)
      \(form)
      <p class="centered more"><a href="\(visit.address.path(SignInFlow.path("/signin", client, returnTo)))">\
      \(HTML.phrase(.pageHaveAccount, language))</a></p>
      """
    let targets = AppleFlow.formTargets(pages.configuration) + (client?.formTarget.map { [$0] } ?? [])
    return PageFrame(
      title: Phrases.text(.pageCreateTitle, in: language, app), visit: visit, main: main, formTargets: targets
    ).response(status: status)
  }

  private var form: HTML {
    let count = pages.accounts.policy.passwords.minimumLength
    return """
      <form method="post" action="\(visit.address.path("/signup"))" class="fields">
      \(FormOrigin.field(visit))\(Field.returnTo(returnTo))\(client?.hiddenFields)
      <label><span>\(HTML.phrase(.pageName, language))</span>
      <input type="text" name="name" value="\(name)" autocomplete="name" maxlength="200" dir="auto"></label>
      \(Field.email(email, language, isWrong: problem != nil))
      \(Field.newPassword(minimumLength: count, language))
      <button type="submit" class="secondary">\(HTML.phrase(.pageCreate, language))</button>
      </form>
      """
  }
}
