import _Markup
import Accounts
import BramleyHTTP

/// The frame of the console's pages: in English, for operators, with tables.
struct ConsolePage: Sendable {
  let visit: Visit
  let pages: HostedPages
  let session: ConsoleSession
  let title: String
  let main: HTML
  /// What was done, or why not.
  var notice: String?

  func response(status: Int = 200) -> HTTPResponse {
    let banner = notice.map { text -> HTML in "<p class=\"banner\" role=\"status\">\(text)</p>" }
    let page: HTML = """
      <header class="bar">
      <a class="brand" href="\(visit.address.path("/admin"))">\(pages.configuration.name) console</a>
      <nav aria-label="Console"><a href="\(visit.address.path("/admin/accounts"))">Accounts</a>
      <a href="\(visit.address.path("/admin/jobs"))">Jobs</a></nav>
      <form method="post" action="\(visit.address.path("/admin/leave"))">\(FormOrigin.field(visit))
      <span class="soft"><bdi>\(session.name)</bdi></span>
      <button type="submit" class="plain">Sign out</button></form>
      </header>
      \(banner)
      <h1>\(title)</h1>
      \(main)
      """
    return PageFrame(title: title + " – console", visit: visit, main: page, isWide: true)
      .response(status: status)
  }

  /// The page that says why something is not shown or done.
  static func refusal(_ refusal: ConsoleRefusal, _ visit: Visit) -> HTTPResponse {
    let main: HTML = """
      <h1>Not possible</h1>
      <p class="lead">\(refusal.sentence)</p>
      <div class="actions"><a class="button" href="\(visit.address.path("/admin"))">\(Mark.back) Console</a></div>
      """
    return PageFrame(title: "Console", visit: visit, main: main).response(status: refusal.status)
  }

  /// A table under a heading; a sentence where there is nothing.
  static func table(_ title: String, _ heads: [String], _ rows: [[HTML]], nothing: String) -> HTML {
    let head = heads.map { head -> HTML in "<th scope=\"col\">\(head)</th>" }
    let body = rows.map { row -> HTML in
      "<tr>\(row.map { cell -> HTML in "<td>\(cell)</td>" })</tr>\n"
    }
    let table: HTML = """
      <div class="scroll" tabindex="0" role="region" aria-label="\(title)">
      <table><thead><tr>\(head)</tr></thead><tbody>
      \(body)</tbody></table></div>
      """
    let empty: HTML = "<p class=\"soft\">\(nothing)</p>"
    return "<section><h2>\(title)</h2>\(rows.isEmpty ? empty : table)</section>"
  }

  /// A text from outside in a cell, or a dash.
  static func cell(_ text: String?) -> HTML {
    guard let text, !text.isEmpty else { return "<span class=\"soft\">–</span>" }
    return "<bdi>\(text)</bdi>"
  }

  /// An instant in a cell, or a dash.
  static func cell(_ instant: Timestamp?) -> HTML { instant.map(Moment.html) ?? cell(nil as String?) }

  /// A mark beside a name.
  static func badge(_ text: String, isBad: Bool = false) -> HTML {
    "<span class=\"badge\(" bad", if: isBad)\">\(text)</span>"
  }
}
