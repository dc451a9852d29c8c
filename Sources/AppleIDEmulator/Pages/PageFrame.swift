import _Markup
import BramleyCrypto
import BramleyHTTP
import Phrases

/// The frame of every page for people: head, style, policy.
struct PageFrame: Sendable {
  let title: String
  let language: Language
  let body: HTML
  /// A script with a nonce of its own; none for most pages.
  var script: Script?

  /// Where the style sheet stands.
  static let stylePath = "/emulator/assets/sign-in.css"

  /// A script that stands in the page.
  struct Script: Sendable {
    let nonce: String
    let source: String

    /// Script text must not hold `</script`; it is ours, what goes into it is JSON with `<` escaped.
    init(_ source: String, random: any RandomSource) {
      nonce = Base64URL.encode(random.bytes(18))
      self.source = source
    }
  }

  /// The page as an answer.
  ///
  /// - Parameter formAction: Value of `form-action`; nil leaves it out, since Chromium applies it to
  ///   redirects after the form as well and these belong to the relying party.
  func response(status: Int = 200, formAction: String?) -> HTTPResponse {
    let head: HTML = """
      <!doctype html>
      <html lang="\(language.tag)" dir="\(language.direction.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <link rel="stylesheet" href="\(Self.stylePath)">
      <link rel="icon" href="data:,">
      </head>
      <body>
      \(body)
      """
    var page = head.markup
    var policy =
      "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
    if let formAction { policy += "; form-action " + formAction }
    if let script {
      page += "\n<script nonce=\"\(script.nonce)\">\(script.source)</script>"
      policy += "; script-src 'nonce-\(script.nonce)'"
    }
    page += "\n</body>\n</html>\n"
    var response = HTTPResponse.html(page, status: status)
    response.headers["content-security-policy"] = policy
    response.headers["cache-control"] = "no-store"
    response.headers["x-content-type-options"] = "nosniff"
    // "no-referrer" would turn the Origin of the cross-site form into null, which Apple's is not.
    response.headers["referrer-policy"] = "strict-origin"
    response.headers["content-language"] = language.tag
    return response
  }
}
