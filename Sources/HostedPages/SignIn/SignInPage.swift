import _Markup
import Accounts
import BramleyHTTP
import Phrases

/// The sign-in page: Apple's button first, then address and password where they are offered.
struct SignInPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  var client: ClientRequest?
  /// The page of ours to go to afterwards.
  var returnTo: String?
  var notice: Notice?
  /// What was wrong with address and password.
  var problem: PhraseKey?
  /// The address as the person typed it.
  var email = ""

  private var language: Language { visit.language }
  private var app: String { pages.configuration.name }

  func response(status: Int = 200) -> HTTPResponse {
    let offersApple = pages.accounts.policy.apple.servicesID != nil
    let offersPasswords = pages.accounts.policy.allowsPasswords
    let main: HTML = """
      \(Mark.tile(app))
      <h1>\(HTML.phrase(.pageSignInTitle, language, ["app": app]))</h1>
      \(notice.map { Notice.banner($0.text, isProblem: false, visit, ["app": app]) })
      \(problem.map { Notice.banner($0, isProblem: true, visit) })
      \(apple, if: offersApple)
      \(Self.divider(language), if: offersApple && offersPasswords)
      \(password, if: offersPasswords)
      """
    let targets = AppleFlow.formTargets(pages.configuration) + (client?.formTarget.map { [$0] } ?? [])
    return PageFrame(
      title: Phrases.text(.pageSignInTitle, in: language, ["app": app]), visit: visit, main: main,
      formTargets: targets
    ).response(status: status)
  }

  /// What every form of this page carries on.
  private var carried: HTML {
    "\(FormOrigin.field(visit))\(Field.returnTo(returnTo))\(client?.hiddenFields)"
  }

  /// Apple's button with its form.
  var apple: HTML {
    """
    <form method="post" action="\(visit.address.path("/signin/apple"))">
    \(carried)
    \(AppleButton(pages: pages, visit: visit).html)
    </form>
    <p class="hint centered">\(HTML.phrase(.pageAppleHint, language, ["app": app]))</p>
    """
  }

  /// Between two ways to sign in.
  static func divider(_ language: Language) -> HTML {
    "<div class=\"divider\"><span>\(HTML.phrase(.pageOr, language))</span></div>"
  }

  private var forgotten: HTML {
    """
    <p class="centered more"><a href="\(visit.address.path("/forgot"))">\
    \(HTML.phrase(.pageForgot, language))</a></p>
    """
  }

  private var password: HTML {
    """
    <form method="post" action="\(visit.address.path("/signin/password"))" class="fields">
    \(carried)
    \(Field.email(email, language, isWrong: problem != nil))
    \(Field.password(language))
    <button type="submit" class="secondary">\(HTML.phrase(.pageSignIn, language))</button>
    </form>
    \(forgotten, if: pages.sendsMail)
    <p class="centered more"><a href="\(visit.address.path(SignInFlow.path("/signup", client, returnTo)))">\
    \(HTML.phrase(.pageCreate, language))</a></p>
    """
  }
}
