import _Markup
import Accounts
import BramleyHTTP
import Phrases

/// The form of a new password for who is signed in.
struct PasswordPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  let account: Account
  var problem: PhraseKey?

  func response(status: Int = 200) -> HTTPResponse {
    let title: PhraseKey = account.passwordHash == nil ? .pageSetPassword : .pageChangePassword
    let count = pages.accounts.policy.passwords.minimumLength
    let main: HTML = """
      <h1>\(HTML.phrase(title, visit.language))</h1>
      \(problem.map { Notice.banner($0, isProblem: true, visit) })
      <form method="post" action="\(visit.address.path("/account/password"))" class="fields">
      \(FormOrigin.field(visit))
      <input type="text" name="username" value="\(account.email ?? "")" autocomplete="username" hidden>
      \(Field.newPasswordTwice(minimumLength: count, visit.language, isWrong: problem != nil))
      <button type="submit" class="primary">\(HTML.phrase(.pageSavePassword, visit.language))</button>
      </form>
      <div class="actions"><a class="button" href="\(visit.address.path("/account/ways"))">\(Mark.back)\
      \(HTML.phrase(.pageWaysTitle, visit.language))</a></div>
      """
    return PageFrame(title: Phrases.text(title, in: visit.language), visit: visit, main: main)
      .response(status: status)
  }
}
