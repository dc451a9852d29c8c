import _Markup
import BramleyHTTP
import Phrases

/// The frame of every page for people: head, style, policy.
struct PageFrame: Sendable {
  let title: String
  let visit: Visit
  let main: HTML
  /// Where forms of this page lead besides our own origin; Chromium holds redirects after a form to it too.
  var formTargets: [String] = []
  /// What stands under the page's sheet.
  var footer: HTML = ""
  /// Whether the page holds tables rather than a form.
  var isWide = false
  /// A script of this page alone.
  var script: PageScript?

  /// The page as an answer.
  func response(status: Int = 200) -> HTTPResponse {
    let language = visit.language
    let page: HTML = """
      <!doctype html>
      <html lang="\(language.tag)" dir="\(language.direction.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="robots" content="noindex">
      <title>\(title)</title>
      <link rel="stylesheet" href="\(visit.address.path(Assets.styleSheetPath))">
      <link rel="icon" href="data:,">
      </head>
      <body>
      <main class="sheet\(" wide", if: isWide)">
      \(main)
      </main>
      \(footer)\(script?.element)
      </body>
      </html>

      """
    var response = HTTPResponse.html(page.markup, status: status)
    let forms = (["'self'"] + formTargets).joined(separator: " ")
    response.headers["content-security-policy"] =
      "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; "
      + "form-action \(forms)" + (script.map { "; script-src 'nonce-\($0.nonce)'" } ?? "")
    response.headers["cache-control"] = "no-store"
    response.headers["x-content-type-options"] = "nosniff"
    // "no-referrer" would turn the Origin of our own forms into null, which the same-origin check reads.
    response.headers["referrer-policy"] = "same-origin"
    response.headers["content-language"] = language.tag
    visit.keepBrowserKey(on: &response)
    return response
  }
}
