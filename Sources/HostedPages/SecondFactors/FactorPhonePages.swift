import _Markup
import BramleyHTTP
import Phrases

/// Asks for the telephone number of a second factor.
struct FactorNumberPage: Sendable {
  let visit: Visit
  /// The number as the person typed it.
  var number = ""
  var problem: PhraseKey?

  func response(status: Int = 200) -> HTTPResponse {
    let language = visit.language
    let wrong: HTML = " aria-invalid=\"true\" autofocus"
    let main: HTML = """
      <h1>\(HTML.phrase(.factorAddPhone, language))</h1>
      \(problem.map { Notice.banner($0, isProblem: true, visit) })
      <form method="post" action="\(visit.address.path("/account/factors/phone"))" class="fields">
      \(FormOrigin.field(visit))
      <label><span>\(HTML.phrase(.factorNumber, language))</span>
      <input type="tel" name="number" value="\(number)" autocomplete="tel" required maxlength="40" dir="ltr" \
      aria-describedby="rule"\(wrong, if: problem != nil)>
      <span class="hint" id="rule">\(HTML.phrase(.factorNumberHint, language))</span></label>
      <button type="submit" class="primary">\(HTML.phrase(.factorSendCode, language))</button>
      </form>
      <div class="actions"><a class="button" href="\(visit.address.path("/account/ways"))">\(Mark.back)\
      \(HTML.phrase(.pageWaysTitle, language))</a></div>
      """
    return PageFrame(title: Phrases.text(.factorAddPhone, in: language), visit: visit, main: main)
      .response(status: status)
  }
}

/// Asks for the code that was sent to it.
struct FactorCodePage: Sendable {
  let visit: Visit
  let number: String
  /// What the enrolment is finished with.
  let session: String
  var problem: PhraseKey?

  func response(status: Int = 200) -> HTTPResponse {
    let language = visit.language
    let shown = ["number": "\u{2066}" + number + "\u{2069}"]
    let main: HTML = """
      <h1>\(HTML.phrase(.factorAddPhone, language))</h1>
      <p class="lead">\(HTML.phrase(.factorPhoneLead, language, shown))</p>
      \(problem.map { Notice.banner($0, isProblem: true, visit) })
      <form method="post" action="\(visit.address.path("/account/factors/phone/confirm"))" class="fields">
      \(FormOrigin.field(visit))
      <input type="hidden" name="session" value="\(session)">
      <input type="hidden" name="number" value="\(number)">
      \(Field.code(.formVerificationCode, language, isWrong: problem != nil))
      <button type="submit" class="primary">\(HTML.phrase(.actionContinue, language))</button>
      </form>
      <div class="actions"><a class="button" href="\(visit.address.path("/account/factors/phone"))">\(Mark.back)\
      \(HTML.phrase(.factorNumber, language))</a></div>
      """
    return PageFrame(title: Phrases.text(.factorAddPhone, in: language), visit: visit, main: main)
      .response(status: status)
  }
}
