package import Accounts
package import BramleyHTTP
import Phrases
import _Markup

/// `/emulator/mail`: what `dev` sent, mail and text messages, for whoever develops; in `dev` only (R2).
package struct MailboxPages: Sendable {
  private let mailbox: DevelopmentMailbox
  private let app: String
  private let basePath: String

  /// Pages over a mailbox.
  ///
  /// - Parameters:
  ///   - app: The name that messages speak of.
  ///   - basePath: The prefix that the service's paths have.
  package init(mailbox: DevelopmentMailbox, app: String, basePath: String = "") {
    self.mailbox = mailbox
    self.app = app
    self.basePath = basePath
  }

  /// The routes, without the base path.
  package var router: Router {
    var router = Router { _, _ in HTTPResponse(status: 404) }
    router.on(.get, "/emulator/mail") { _, _ in list() }
    router.on(.get, "/emulator/mail/{number}") { _, path in
      guard let entry = entry(path["number"]) else { return missing() }
      return show(entry)
    }
    router.on(.get, "/emulator/mail/{number}/html") { _, path in
      guard let entry = entry(path["number"]), !entry.message.isText else { return missing() }
      return letter(entry)
    }
    return router
  }

  private func entry(_ number: String?) -> DevelopmentMailbox.Entry? {
    number.flatMap { Int($0) }.flatMap { mailbox[$0] }
  }

  private func list() -> HTTPResponse {
    let rows = mailbox.entries.reversed().map { entry -> HTML in
      let text = MessageText(entry.message, app: app)
      return """
        <tr><td>\(entry.at.internetText)</td><td>\(entry.message.isText ? "Text" : "Mail")</td>\
        <td><bdi>\(entry.message.recipient)</bdi></td>\
        <td><a href="\(basePath)/emulator/mail/\(entry.number)"><bdi>\
        \(entry.message.isText ? text.telephoneText : text.subject)</bdi></a></td>\
        <td>\(fate(entry))</td></tr>

        """
    }
    let main: HTML =
      rows.isEmpty
      ? "<p>Nothing was sent yet. Mail and text messages of this service come here instead of to people.</p>"
      : """
      <table>
      <thead><tr><th scope="col">Time</th><th scope="col">Kind</th><th scope="col">To</th>\
      <th scope="col">Message</th><th scope="col">State</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      """
    return page("Mailbox", main)
  }

  private func show(_ entry: DevelopmentMailbox.Entry) -> HTTPResponse {
    let message = entry.message
    let text = MessageText(message, app: app)
    let direction = text.language.direction.rawValue
    let facts: HTML = """
      <dl>
      <dt>To</dt><dd><bdi>\(message.recipient)</bdi></dd>
      <dt>Time</dt><dd>\(entry.at.internetText)</dd>
      <dt>Language</dt><dd>\(text.language.tag)</dd>
      <dt>State</dt><dd>\(fate(entry))</dd>
      </dl>
      """
    guard !message.isText else {
      return page(
        "Text message",
        """
        \(facts)
        <pre dir="\(direction)">\(text.telephoneText)</pre>
        \(back)
        """)
    }
    var link: HTML = ""
    if let url = message.link { link = "<p>Its link: <a href=\"\(url)\">\(url)</a></p>" }
    // The frame runs nothing and reaches nothing of ours; its links open beside it.
    return page(
      text.subject,
      """
      \(facts)
      \(link)
      <h2>As a mail program shows it</h2>
      <iframe title="The mail" src="\(basePath)/emulator/mail/\(entry.number)/html" \
      sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
      <h2>Plain text</h2>
      <pre dir="\(direction)" lang="\(text.language.tag)">\(text.plain)</pre>
      \(back)
      """)
  }

  /// The mail's own HTML, for the frame alone.
  private func letter(_ entry: DevelopmentMailbox.Entry) -> HTTPResponse {
    var response = HTTPResponse.html(MessageText(entry.message, app: app).html)
    response.headers["content-security-policy"] =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
      + "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"
    response.headers["cache-control"] = "no-store"
    return response
  }

  private func missing() -> HTTPResponse {
    var response = page("No such message", "<p>It is gone, or never was here.</p>\n\(back)")
    response.status = 404
    return response
  }

  private var back: HTML { "<p><a href=\"\(basePath)/emulator/mail\">All messages</a></p>" }

  private func fate(_ entry: DevelopmentMailbox.Entry) -> String {
    switch entry.outcome {
    case nil: "waits"
    case .sent: entry.message.isText ? "sent" : "delivered"
    case .refused(let why): "refused: " + why
    case .failed(let why, _): "is tried again: " + why
    }
  }

  private func page(_ title: String, _ main: HTML) -> HTTPResponse {
    let page: HTML = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>\(Self.style)</style>
      <link rel="icon" href="data:,">
      </head>
      <body>
      <main>
      <h1><bdi>\(title)</bdi></h1>
      \(main)
      </main>
      </body>
      </html>

      """
    var response = HTTPResponse.html(page.markup)
    response.headers["content-security-policy"] =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'"
    response.headers["cache-control"] = "no-store"
    return response
  }

  private static let style: HTML = """
    body{margin:0;font:16px/1.5 system-ui,sans-serif}main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem}\
    table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:.5rem .75rem .5rem 0;\
    border-bottom:1px solid #8884;vertical-align:top;overflow-wrap:anywhere}\
    dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dd{margin:0}\
    iframe{width:100%;height:34rem;border:1px solid #8886;border-radius:10px;background:#fff}\
    pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:1rem;border:1px solid #8886;border-radius:10px;\
    font:14px/1.5 ui-monospace,monospace}a{overflow-wrap:anywhere}
    """
}
