import BramleyHTTP
import _Markup

/// The console at `/`: what the emulator knows and what it was asked, with a button for everything.
///
/// It is for developers and therefore in English only.
struct ConsolePage: Sendable {
  let core: EmulatorCore

  /// Where its style sheet stands.
  static let stylePath = "/emulator/assets/console.css"
  /// Where its forms post to.
  static let actionPath = "/emulator/console"

  /// The page.
  ///
  /// - Parameter notice: What the last button did.
  func response(notice: String?) -> HTTPResponse {
    let sections = sections()
    let links = sections.map { section -> HTML in
      "<a href=\"#\(section.id)\">\(section.title)</a>\n"
    }
    let bodies = sections.map { section -> HTML in
      """
      <section id="\(section.id)"><h2>\(section.title)</h2>
      \(section.body)
      </section>

      """
    }
    let said: HTML = "<p class=\"notice\" role=\"status\">\(notice ?? "")</p>"
    let page: HTML = """
      <!doctype html>
      <html lang="en" dir="ltr">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Apple emulator</title>
      <link rel="stylesheet" href="\(Self.stylePath)">
      <link rel="icon" href="data:,">
      </head>
      <body>
      <header><h1>Apple emulator</h1><p>Issues tokens as <code>\(core.issuer)</code>. Not Apple.</p>
      <nav aria-label="Sections">\(links)</nav></header>
      <main>
      \(said, if: notice != nil)
      \(bodies)
      </main>
      </body>
      </html>

      """
    var response = HTTPResponse.html(page.markup)
    response.headers["content-security-policy"] =
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; "
      + "frame-ancestors 'none'"
    response.headers["cache-control"] = "no-store"
    response.headers["x-content-type-options"] = "nosniff"
    response.headers["referrer-policy"] = "same-origin"
    return response
  }

  /// One part of the page.
  struct Section: Sendable {
    let id: String
    let title: String
    let body: HTML
  }

  private func sections() -> [Section] {
    [
      Section(id: "requests", title: "Requests", body: requests),
      Section(id: "accounts", title: "Accounts", body: accounts),
      Section(id: "grants", title: "Grants", body: grants),
      Section(id: "registry", title: "Teams, clients, keys", body: registry),
      Section(id: "mail", title: "Relay mail", body: mailboxes),
      Section(id: "notifications", title: "Notifications", body: notifications),
      Section(id: "faults", title: "Faults", body: faults),
      Section(id: "settings", title: "Settings", body: settings),
    ]
  }

  // MARK: Building blocks

  /// A table; without rows a sentence stands in its place.
  static func table(_ headings: [String], _ rows: [[HTML]], empty: String) -> HTML {
    guard !rows.isEmpty else { return "<p class=\"empty\">\(empty)</p>" }
    let head = headings.map { heading -> HTML in "<th scope=\"col\">\(heading)</th>" }
    let body = rows.map { cells -> HTML in
      let row = cells.map { cell -> HTML in "<td>\(cell)</td>" }
      return "<tr>\(row)</tr>\n"
    }
    return
      "<div class=\"scroll\"><table><thead><tr>\(head)</tr></thead><tbody>\n\(body)</tbody></table></div>"
  }

  /// A button that does one thing.
  static func button(_ label: String, _ action: ConsoleAction.Name, _ fields: [(String, String)] = []) -> HTML
  {
    let hidden = fields.map { name, value -> HTML in
      "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
    }
    return """
      <form method="post" action="\(actionPath)">\(hidden)<button name="do" value="\(action.rawValue)">\
      \(label)</button></form>
      """
  }

  /// A list to choose from.
  static func select(_ name: String, label: String, _ values: [String]) -> HTML {
    let options = values.map { value -> HTML in "<option>\(value)</option>" }
    return "<label>\(label) <select name=\"\(name)\">\(options)</select></label>"
  }
}
