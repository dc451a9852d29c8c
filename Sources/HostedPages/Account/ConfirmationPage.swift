import _Markup
import Accounts
import BramleyHTTP
import Phrases

/// The page that asks for the proof once more.
struct ConfirmationPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  let person: Caller
  let returnTo: String
  var problem: PhraseKey?

  func response(status: Int = 200) -> HTTPResponse {
    let main: HTML = """
      <h1>\(HTML.phrase(.pageConfirmTitle, visit.language))</h1>
      <p class="lead">\(HTML.phrase(.pageConfirmLead, visit.language))</p>
      \(problem.map { Notice.banner($0, isProblem: true, visit) })
      \(ConfirmationForms(
        visit: visit, pages: pages, person: person, returnTo: returnTo, isWrong: problem != nil).html)
      <div class="actions"><a class="button" href="\(visit.address.path("/account"))">\(Mark.back)\
      \(HTML.phrase(.pageAccountTitle, visit.language))</a></div>
      """
    return PageFrame(
      title: Phrases.text(.pageConfirmTitle, in: visit.language), visit: visit, main: main,
      formTargets: AppleFlow.formTargets(pages.configuration)
    ).response(status: status)
  }
}

/// The ways by which a person can prove it once more: those that the account has.
struct ConfirmationForms: Sendable {
  let visit: Visit
  let pages: HostedPages
  let person: Caller
  let returnTo: String
  var isWrong = false

  var html: HTML {
    let account = person.account
    let hasApple = account.identity(of: .apple) != nil && pages.accounts.policy.apple.servicesID != nil
    let hasPassword =
      account.email != nil && account.passwordHash != nil && pages.accounts.policy.allowsPasswords
    return """
      \(apple, if: hasApple)
      \(SignInPage.divider(visit.language), if: hasApple && hasPassword)
      \(password(account.email ?? ""), if: hasPassword)
      \(again, if: !hasApple && !hasPassword)
      """
  }

  private var apple: HTML {
    """
    <form method="post" action="\(visit.address.path("/account/confirm"))">
    \(FormOrigin.field(visit))\(Field.returnTo(returnTo))
    \(AppleButton(pages: pages, visit: visit).html)
    </form>
    """
  }

  private func password(_ email: String) -> HTML {
    """
    <form method="post" action="\(visit.address.path("/account/confirm/password"))" class="fields">
    \(FormOrigin.field(visit))\(Field.returnTo(returnTo))
    <input type="text" name="username" value="\(email)" autocomplete="username" hidden>
    \(Field.password(visit.language, isWrong: isWrong))
    <button type="submit" class="secondary">\(HTML.phrase(.actionContinue, visit.language))</button>
    </form>
    """
  }

  /// Mail links, telephones and other providers have no form here: the person signs in anew.
  private var again: HTML {
    """
    <form method="post" action="\(visit.address.path("/account/sign-out"))">
    \(FormOrigin.field(visit))
    <button type="submit" class="secondary">\(HTML.phrase(.pageSignInAgain, visit.language))</button>
    </form>
    """
  }
}
