import _Markup
import BramleyHTTP
import Phrases

/// A page that says one thing and leads on.
struct NoticePage: Sendable {
  let visit: Visit
  let pages: HostedPages
  let title: PhraseKey
  let text: PhraseKey
  var values: [String: String] = [:]
  let action: PhraseKey
  var path = "/"

  func response(status: Int) -> HTTPResponse {
    var values = values
    values["app"] = pages.configuration.name
    // The whole address: whoever came by another name of the service goes on under the right one (FR-65).
    let main: HTML = """
      \(Mark.tile(pages.configuration.name))
      <h1>\(HTML.phrase(title, visit.language, values))</h1>
      <p class="lead">\(HTML.phrase(text, visit.language, values))</p>
      <div class="actions"><a class="button primary" role="button" href="\(visit.address.url(path))">\
      \(HTML.phrase(action, visit.language))</a></div>
      """
    return PageFrame(title: Phrases.text(title, in: visit.language, values), visit: visit, main: main)
      .response(status: status)
  }
}
