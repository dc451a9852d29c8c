import _Markup
import Accounts
import BramleyHTTP

/// The console's first page, the search, and one account.
struct ConsoleAccounts: Sendable {
  let pages: HostedPages

  private static let shown = 50

  /// How busy the service is, and a search.
  func home(_ visit: Visit) async throws -> HTTPResponse {
    let session = try await pages.consolePerson(of: visit)
    let activity = try await pages.accounts.activity()
    let failing = try await pages.accounts.waitingJobs().filter { $0.lastFailure != nil }
    let more = activity.isAtLeast ? "+" : ""
    let main: HTML = """
      \(searchForm(visit, ""))
      <dl class="figures">
      \(figure("Accounts", "\(activity.accounts)"))
      \(figure("Sign-ins, last hour", "\(activity.signInsOfHour)\(more)"))
      \(figure("Sign-ins, last 24 hours", "\(activity.signInsOfDay)\(more)"))
      \(figure("New accounts, last 24 hours", "\(activity.newOfDay)\(more)"))
      \(figure("Jobs that failed and wait", "\(failing.count)"))
      </dl>
      """
    return ConsolePage(visit: visit, pages: pages, session: session, title: "Overview", main: main).response()
  }

  private func figure(_ name: String, _ value: String) -> HTML {
    "<div><dt>\(name)</dt><dd>\(value)</dd></div>"
  }

  private func searchForm(_ visit: Visit, _ text: String) -> HTML {
    """
    <form method="get" action="\(visit.address.path("/admin/accounts"))" class="search" role="search">
    <label><span>Account</span>
    <input type="search" name="q" value="\(text)" maxlength="254" dir="auto" \
    placeholder="identifier, address, telephone number or Apple subject"></label>
    <button type="submit" class="primary">Search</button>
    </form>
    """
  }

  /// Finds accounts by any of their names; without one all are listed, page by page.
  func search(_ visit: Visit) async throws -> HTTPResponse {
    let session = try await pages.consolePerson(of: visit)
    let text = String((visit.query["q"] ?? "").prefix(254)).filter { !$0.isNewline }
    let name = text.filter { !$0.isWhitespace }
    var next: HTML = ""
    let found: [Account]
    if name.isEmpty {
      found = try await pages.accounts.list(
        after: visit.query["after"].flatMap { Account.ID($0) }, limit: Self.shown)
      if found.count == Self.shown, let last = found.last {
        let query: FormFields = ["after": last.id.text]
        next = """
          <p><a href="\(visit.address.path("/admin/accounts") + "?" + query.encoded)" rel="next">Next page</a></p>
          """
      }
    } else {
      found = try await pages.accounts.accounts(by: Self.keys(name))
    }
    let table = ConsolePage.table(
      name.isEmpty ? "All accounts" : "Found", ["Identifier", "Address", "Name", "Ways in", "Last sign-in"],
      found.map { row($0, visit) }, nothing: "No account has this name.")
    return ConsolePage(
      visit: visit, pages: pages, session: session, title: "Accounts",
      main: "\(searchForm(visit, text))\(table)\(next)",
      notice: visit.query["done"] == ConsoleAction.delete.rawValue ? ConsoleAction.delete.done : nil
    ).response()
  }

  /// Every kind of name that the text can be.
  private static func keys(_ name: String) -> [AccountKey] {
    var keys: [AccountKey] = [.identity(provider: .apple, subject: name)]
    if let id = Account.ID(name) { keys.append(.id(id)) }
    if let email = EmailAddress.normalized(name) { keys.append(.email(email)) }
    let number = name.filter { !"-()/.".contains($0) }
    if number.hasPrefix("+") { keys.append(.phone(number)) }
    return keys
  }

  private func row(_ account: Account, _ visit: Visit) -> [HTML] {
    let ways = WayIn.all(of: account).map { $0.name(visit.language) }.joined(separator: ", ")
    return [
      Self.link(account.id, account.id.text, visit),
      "\(ConsolePage.cell(account.email)) \(ConsolePage.badge("locked", isBad: true), if: account.isDisabled)",
      ConsolePage.cell(account.displayName), ConsolePage.cell(ways), ConsolePage.cell(account.lastLoginAt),
    ]
  }

  /// A link to an account.
  static func link(_ id: Account.ID, _ text: String, _ visit: Visit) -> HTML {
    let query: FormFields = ["id": id.text]
    return "<a href=\"\(visit.address.path("/admin/account") + "?" + query.encoded)\"><bdi>\(text)</bdi></a>"
  }

  /// One account.
  func show(_ visit: Visit) async throws -> HTTPResponse {
    let session = try await pages.consolePerson(of: visit)
    let account = try await account(visit.query["id"])
    let done = visit.query["done"].flatMap(ConsoleAction.init(rawValue:))?.done
    let view = try await ConsoleAccountView(account, visit: visit, pages: pages, session: session)
    return ConsolePage(
      visit: visit, pages: pages, session: session,
      title: account.displayName ?? account.email ?? account.id.text, main: view.html, notice: done
    ).response()
  }

  /// Asks before something is done.
  func confirm(_ visit: Visit) async throws -> HTTPResponse {
    let session = try await pages.consolePerson(of: visit)
    let account = try await account(visit.query["id"])
    guard let action = visit.query["action"].flatMap(ConsoleAction.init(rawValue:)) else {
      throw ConsoleRefusal.noAccount
    }
    try session.require(action.scope)
    let button: HTML = action.isDrastic ? "destructive" : "primary"
    let main: HTML = """
      <p><strong><bdi>\(account.displayName ?? account.email ?? "")</bdi></strong> \
      <span class="soft"><bdi>\(account.id.text)</bdi></span></p>
      <p>\(action.consequence)</p>
      <form method="post" action="\(visit.address.path("/admin/account"))" class="narrow">
      \(FormOrigin.field(visit))<input type="hidden" name="id" value="\(account.id.text)">
      <input type="hidden" name="action" value="\(action.rawValue)">
      <button type="submit" class="\(button)">\(action.label)</button>
      </form>
      <p>\(Self.link(account.id, "Back to the account", visit))</p>
      """
    return ConsolePage(
      visit: visit, pages: pages, session: session, title: action.label + "?", main: main
    ).response()
  }

  /// Does what was asked about.
  func act(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    guard let action = fields["action"].flatMap(ConsoleAction.init(rawValue:)) else {
      throw ConsoleRefusal.noAccount
    }
    let session = try await pages.consolePerson(of: visit, action.scope)
    let account = try await account(fields["id"])
    var client = visit.client
    client.administrator = session.name
    try await action.run(on: account.id, of: pages.accounts, client: client)
    pages.log("console: \(session.name) \(action.rawValue)")
    var query: FormFields = ["done": action.rawValue]
    if action == .delete { return visit.redirect(to: "/admin/accounts?" + query.encoded) }
    query.add("id", account.id.text)
    return visit.redirect(to: "/admin/account?" + query.encoded)
  }

  private func account(_ text: String?) async throws -> Account {
    guard let id = text.flatMap({ Account.ID($0) }),
      let account = try await pages.accounts.accounts(by: [.id(id)]).first
    else { throw ConsoleRefusal.noAccount }
    return account
  }
}
