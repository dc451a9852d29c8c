import _Markup
import Accounts
import BramleyHTTP
import Phrases

/// Sends a link for a new password; the page never says whether an address has an account (R29).
struct ForgottenPasswordFlow: Sendable {
  let pages: HostedPages

  /// Shows the form.
  func show(_ visit: Visit) async throws -> HTTPResponse {
    try requireMail()
    return page(visit).response()
  }

  /// Sends the mail.
  func send(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    try requireMail()
    let email = String((fields["email"] ?? "").prefix(254))
    do throws(AccountsError) {
      try await pages.mailPasswordReset(to: email, visit)
    } catch {
      guard [.missingEmail, .invalidEmail].contains(error.code) else { throw error }
      return page(visit, problem: .pageInvalidEmail, email: email).response(status: 400)
    }
    return page(visit, isSent: true).response()
  }

  private func requireMail() throws(PageFailure) {
    guard pages.sendsMail, pages.accounts.policy.allowsPasswords else {
      throw PageFailure(
        status: 404, title: .pageNotFoundTitle, text: .pageNotFoundText, action: .pageHome,
        reason: "no mail is configured")
    }
  }

  private func page(_ visit: Visit, isSent: Bool = false, problem: PhraseKey? = nil, email: String = "")
    -> PageFrame
  {
    let language = visit.language
    let form: HTML = """
      <p class="lead">\(HTML.phrase(.pageForgotLead, language))</p>
      \(problem.map { Notice.banner($0, isProblem: true, visit) })
      <form method="post" action="\(visit.address.path("/forgot"))" class="fields">
      \(FormOrigin.field(visit))
      \(Field.email(email, language, isWrong: problem != nil))
      <button type="submit" class="primary">\(HTML.phrase(.pageSendMail, language))</button>
      </form>
      """
    let main: HTML = """
      \(Mark.tile(pages.configuration.name))
      <h1>\(HTML.phrase(.pageForgotTitle, language))</h1>
      \(isSent ? Notice.banner(.pageMailSent, isProblem: false, visit) : form)
      <div class="actions"><a class="button" href="\(visit.address.path("/signin"))">\(Mark.back)\
      \(HTML.phrase(.pageSignIn, language))</a></div>
      """
    return PageFrame(title: Phrases.text(.pageForgotTitle, in: language), visit: visit, main: main)
  }
}
