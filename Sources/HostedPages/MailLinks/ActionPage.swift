import _Markup
import Accounts
import BramleyHTTP
import Phrases

/// The page of a mail link: what its button will do, and afterwards that it was done.
struct ActionPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  let request: ActionRequest
  let content: OutOfBandCode
  /// What was wrong with what was typed.
  var problem: PhraseKey?
  /// The address as the person typed it.
  var email = ""

  private var language: Language { visit.language }
  private var values: [String: String] { ["email": content.recipient, "app": pages.configuration.name] }

  func response(status: Int = 200) -> HTTPResponse {
    let words = words
    let button: HTML =
      words.isDrastic
      ? "<button type=\"submit\" class=\"destructive\">" : "<button type=\"submit\" class=\"primary\">"
    let main: HTML = """
      \(Mark.tile(pages.configuration.name))
      <h1>\(HTML.phrase(words.title, language, values))</h1>
      <p class="lead">\(HTML.phrase(words.lead, language, values))</p>
      \(problem.map { Notice.banner($0, isProblem: true, visit) })
      <form method="post" action="\(visit.address.path("/__/auth/action"))" class="fields">
      \(FormOrigin.field(visit))\(request.hiddenFields)
      \(inputs)
      \(button)\(HTML.phrase(words.button, language, values))</button>
      </form>
      """
    return frame(words.title, main).response(status: status)
  }

  /// What is said when it was done, with the way on.
  func done() -> HTTPResponse {
    let words = words
    let isSuspicious = [.recoverEmail, .revertSecondFactorAddition].contains(content.purpose)
    let forgotten: HTML = """
      <a class="button primary" href="\(visit.address.path("/forgot"))">\
      \(HTML.phrase(.actionResetTitle, language))</a>
      """
    let offersReset = isSuspicious && pages.sendsMail && pages.accounts.policy.allowsPasswords
    let next: HTML
    if let url = request.continueURL {
      next = "<a class=\"button primary\" href=\"\(url)\">\(HTML.phrase(.actionContinue, language))</a>"
    } else {
      next = """
        <a class="button\(" primary", if: !offersReset)" href="\(visit.address.path("/account"))">\
        \(HTML.phrase(content.purpose == .passwordReset ? .pageSignIn : .pageHome, language))</a>
        """
    }
    let main: HTML = """
      \(Mark.tile(pages.configuration.name))
      <h1>\(HTML.phrase(words.title, language, values))</h1>
      \(Notice.banner(words.done, isProblem: false, visit, values))
      <div class="actions">\(forgotten, if: offersReset)\(next)</div>
      """
    return frame(words.title, main).response()
  }

  private func frame(_ title: PhraseKey, _ main: HTML) -> PageFrame {
    PageFrame(
      title: Phrases.text(title, in: language, values) + " – " + pages.configuration.name, visit: visit,
      main: main,
      // Chromium holds the redirect after the form to the policy as well.
      formTargets: request.continueURL.flatMap { WebAddress($0)?.origin }.map { [$0] } ?? [])
  }

  private var inputs: HTML {
    switch content.purpose {
    case .passwordReset:
      // The address in a field that nobody sees: password stores then know what they keep.
      return """
        <input type="text" name="username" value="\(content.email)" autocomplete="username" hidden>
        \(Field.newPasswordTwice(
          minimumLength: pages.accounts.policy.passwords.minimumLength, language, isWrong: problem != nil))
        """
    case .emailSignIn where request.continueURL == nil:
      return Field.email(email, language, isWrong: problem != nil)
    default: return ""
    }
  }

  private struct Words {
    let title: PhraseKey
    let lead: PhraseKey
    var button: PhraseKey = .actionConfirm
    let done: PhraseKey
    var isDrastic = false
  }

  private var words: Words {
    switch content.purpose {
    case .verifyEmail: Words(title: .actionVerifyTitle, lead: .actionVerifyLead, done: .actionVerifyDone)
    case .verifyAndChangeEmail:
      Words(title: .actionChangeTitle, lead: .actionChangeLead, done: .actionChangeDone)
    case .recoverEmail: Words(title: .actionRecoverTitle, lead: .actionRecoverLead, done: .actionRecoverDone)
    case .revertSecondFactorAddition:
      Words(
        title: .actionFactorTitle, lead: .actionFactorLead, button: .pageRemove, done: .actionFactorDone,
        isDrastic: true)
    case .passwordReset:
      Words(
        title: .actionResetTitle, lead: .actionResetLead, button: .pageSavePassword, done: .actionResetDone)
    case .emailSignIn:
      Words(
        title: .pageSignInTitle, lead: request.continueURL == nil ? .actionSignInAddress : .actionSignInLead,
        button: .pageSignIn, done: .actionSignInLead)
    }
  }
}
