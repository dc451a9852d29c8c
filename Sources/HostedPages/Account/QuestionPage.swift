import _Markup
import BramleyHTTP
import Phrases

/// Asks before something is taken away.
struct QuestionPage: Sendable {
  let visit: Visit
  let title: PhraseKey
  let lead: PhraseKey
  var values: [String: String] = [:]
  let button: PhraseKey
  /// Where the form leads.
  let action: String
  /// What it carries.
  let fields: FormFields
  /// Where the way back leads.
  let back: String
  let backLabel: PhraseKey
  /// What else will happen.
  var consequence: PhraseKey?
  /// Whether there is a button at all.
  var isOffered = true

  func response() -> HTTPResponse {
    let language = visit.language
    let more = consequence.map { key -> HTML in
      "<ul class=\"consequences\"><li>\(HTML.phrase(key, language, values))</li></ul>"
    }
    let hidden = fields.fields.map { field -> HTML in
      "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">"
    }
    let form: HTML = """
      <form method="post" action="\(visit.address.path(action))">
      \(FormOrigin.field(visit))\(hidden)
      <button type="submit" class="destructive">\(HTML.phrase(button, language))</button>
      </form>
      """
    let main: HTML = """
      <h1>\(HTML.phrase(title, language, values))</h1>
      <p class="lead">\(HTML.phrase(lead, language, values))</p>
      \(more)
      \(form, if: isOffered)
      <div class="actions"><a class="button" href="\(visit.address.path(back))">\(Mark.back)\
      \(HTML.phrase(backLabel, language))</a></div>
      """
    return PageFrame(title: Phrases.text(title, in: language, values), visit: visit, main: main).response()
  }
}
