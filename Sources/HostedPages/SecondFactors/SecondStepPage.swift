import _Markup
import Accounts
import BramleyHTTP
import Phrases

/// Asks for the second factor: which one, then its code.
struct SecondStepPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  let step: SecondStep
  /// The factors that can be asked for.
  let factors: [SecondFactor]
  /// The one that is asked for; nil asks which.
  var chosen: SecondFactor?
  /// The verification of a message that was sent.
  var session: String?
  /// What was wrong with the code.
  var problem: PhraseKey?

  private var language: Language { visit.language }

  func response(status: Int = 200) -> HTTPResponse {
    let others = factors.filter { $0.id != chosen?.id }
    let divider: HTML = SignInPage.divider(language)
    let main: HTML = """
      \(Mark.tile(pages.configuration.name))
      <h1>\(HTML.phrase(.factorTitle, language))</h1>
      <p class="lead">\(lead)</p>
      \(problem.map { Notice.banner($0, isProblem: true, visit) })
      \(chosen.map(form))
      \(divider, if: chosen != nil && !others.isEmpty)
      <div class="choices">\(others.map(choice))</div>
      <div class="actions"><a class="button" href="\(visit.address.path(startPath))">\
      \(HTML.phrase(.formCancel, language))</a></div>
      """
    return PageFrame(
      title: Phrases.text(.factorTitle, in: language) + " – " + pages.configuration.name, visit: visit,
      main: main, formTargets: step.client?.formTarget.map { [$0] } ?? []
    ).response(status: status)
  }

  private var startPath: String {
    step.purpose == .confirm ? "/account" : SignInFlow.path("/signin", step.client, step.returnTo)
  }

  private var lead: HTML {
    guard let chosen else { return HTML.phrase(.factorChooseLead, language) }
    guard let number = chosen.phoneNumber else { return HTML.phrase(.factorAppLead, language) }
    return HTML.phrase(.factorPhoneLead, language, ["number": Self.masked(number)])
  }

  private func form(_ factor: SecondFactor) -> HTML {
    let verification = session.map { session -> HTML in
      "<input type=\"hidden\" name=\"session\" value=\"\(session)\">"
    }
    let code: HTML = """
      <form method="post" action="\(visit.address.path("/signin/second"))" class="fields">
      \(FormOrigin.field(visit))\(step.hiddenFields)\(verification)
      <input type="hidden" name="factor" value="\(factor.id)">
      \(Field.code(.formVerificationCode, language, isWrong: problem != nil))
      <button type="submit" class="primary">\(HTML.phrase(.actionContinue, language))</button>
      </form>
      """
    let isAnswerable = factor.isOneTimePassword || session != nil
    return """
      \(code, if: isAnswerable)
      \(use(factor, .factorResend), if: !factor.isOneTimePassword)
      """
  }

  private func choice(_ factor: SecondFactor) -> HTML {
    let number = factor.phoneNumber.map(Self.masked) ?? ""
    return use(factor, factor.isOneTimePassword ? .factorApp : .factorPhone, ["number": number])
  }

  private func use(_ factor: SecondFactor, _ label: PhraseKey, _ values: [String: String] = [:]) -> HTML {
    """
    <form method="post" action="\(visit.address.path("/signin/second/use"))" class="again">
    \(FormOrigin.field(visit))\(step.hiddenFields)
    <input type="hidden" name="factor" value="\(factor.id)">
    <button type="submit" class="secondary">\(HTML.phrase(label, language, values))</button>
    </form>
    """
  }

  /// The last four digits: so much tells the owner which telephone is meant, and a thief of the password
  /// nothing to call (wire §4.16).
  static func masked(_ number: String) -> String {
    "\u{2066}••• " + number.suffix(4) + "\u{2069}"
  }
}
