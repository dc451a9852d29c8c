import _Markup
import BramleyHTTP
import Phrases

/// Apple's own error page, which a relying party never gets to see.
enum ErrorPage {
  /// The page with the error's name and Apple's message.
  static func response(code: String, message: String, status: Int, acceptLanguage: String?) -> HTTPResponse {
    let language = Language.negotiated(acceptLanguage: acceptLanguage)
    let body: HTML = """
      <main class="sheet">
      <h1>\(HTML.phrase(.emulatorError, language))</h1>
      <p class="problem"><code dir="ltr">\(code)</code></p>
      <p class="lead" dir="ltr">\(message)</p>
      <p class="notice">\(HTML.phrase(.emulatorErrorHint, language))</p>
      </main>
      """
    let title = Phrases.text(.emulatorError, in: language)
    return PageFrame(title: title, language: language, body: body)
      .response(status: status, formAction: "'none'")
  }
}
