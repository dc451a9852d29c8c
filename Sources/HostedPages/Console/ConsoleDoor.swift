import _Markup
import Accounts
import BramleyCrypto
import BramleyHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signing in to the console and out of it.
struct ConsoleDoor: Sendable {
  let pages: HostedPages

  /// Asks for the token, or shows the button of a one-time address: opening it uses nothing up (R30).
  func show(_ visit: Visit) async throws -> HTTPResponse {
    if let link = visit.query["link"] { return page(visit, link: String(link.prefix(128))) }
    if try await pages.consoleSession(of: visit) != nil { return visit.redirect(to: "/admin") }
    return page(visit)
  }

  /// Takes a token, a one-time address, or in development nothing at all.
  func enter(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    guard let session = try await session(fields) else {
      pages.log("console: a token was refused")
      return page(visit, problem: "This token or address is not good, or not any more.", status: 403)
    }
    if let old = visit.sessionToken { _ = try await pages.accounts.takeOnce(old, purpose: .consoleSession) }
    let handle = try await pages.accounts.keepOnce(
      Array(try JSONEncoder().encode(session)), purpose: .consoleSession, lifetime: ConsoleSession.lifetime)
    pages.log("console: \(session.name) signed in")
    var response = visit.redirect(to: "/admin")
    ConsoleCookie.set(handle, for: visit.address, on: &response)
    return response
  }

  /// Signs out.
  func leave(_ visit: Visit) async throws -> HTTPResponse {
    _ = try FormOrigin.fields(of: visit)
    if let token = visit.sessionToken {
      _ = try await pages.accounts.takeOnce(token, purpose: .consoleSession)
    }
    var response = visit.redirect(to: "/admin/enter")
    ConsoleCookie.remove(for: visit.address, on: &response)
    return response
  }

  private func session(_ fields: FormFields) async throws -> ConsoleSession? {
    if fields["owner"] == "yes", pages.configuration.opensConsole {
      return ConsoleSession(name: "owner", token: nil, scopes: HostedPages.consoleScopes)
    }
    let tokens = pages.accounts.adminTokens
    // A token is pasted; the end of its line comes along.
    let text = (fields["link"] ?? fields["admin"] ?? "").filter { !$0.isWhitespace }
    guard let token = try await tokens.token(presented: Secret(utf8: String(text.prefix(128)))) else {
      return nil
    }
    guard let scopes = ConsoleLink.scopes(of: token) else {
      return fields["link"] == nil
        ? ConsoleSession(name: token.name, token: token.id, scopes: token.scopes) : nil
    }
    guard fields["link"] != nil else { return nil }
    do throws(AccountsError) {
      // Of two browsers with one address the second finds it revoked.
      try await tokens.revoke(token.id)
    } catch {
      guard error.code == .adminTokenNotFound else { throw error }
      return nil
    }
    return ConsoleSession(name: token.name, token: nil, scopes: scopes)
  }

  private func page(_ visit: Visit, link: String? = nil, problem: String? = nil, status: Int = 200)
    -> HTTPResponse
  {
    let banner = problem.map { text -> HTML in "<p class=\"banner problem\" role=\"alert\">\(text)</p>" }
    let owner: HTML = """
      <div class="divider"><span>or, in development</span></div>
      \(form(visit, "<input type=\"hidden\" name=\"owner\" value=\"yes\">", "Enter as owner", "secondary"))
      """
    let token: HTML = """
      <label><span>Admin token</span>
      <input type="password" name="admin" autocomplete="off" required maxlength="200" dir="ltr" \
      aria-describedby="rule"\(" aria-invalid=\"true\" autofocus", if: problem != nil)>
      <span class="hint" id="rule">Made by <code>bramley admin token create</code>. \
      <code>bramley admin link</code> prints an address that opens the console once.</span></label>
      """
    let fields: HTML =
      link.map { "<input type=\"hidden\" name=\"link\" value=\"\($0)\">" } ?? token
    let main: HTML = """
      \(Mark.tile(pages.configuration.name))
      <h1>Console of \(pages.configuration.name)</h1>
      \(banner)
      \(form(visit, fields, link == nil ? "Sign in" : "Open the console", "primary"))
      \(owner, if: pages.configuration.opensConsole && link == nil)
      """
    return PageFrame(title: "Console – " + pages.configuration.name, visit: visit, main: main)
      .response(status: status)
  }

  private func form(_ visit: Visit, _ fields: HTML, _ button: String, _ look: String) -> HTML {
    """
    <form method="post" action="\(visit.address.path("/admin/enter"))" class="fields">
    \(FormOrigin.field(visit))\(fields)
    <button type="submit" class="\(look)">\(button)</button>
    </form>
    """
  }
}

extension HostedPages {
  /// Who is signed in to the console; a revoked or expired token ends its sessions at once.
  func consoleSession(of visit: Visit) async throws -> ConsoleSession? {
    guard let handle = visit.sessionToken,
      let bytes = try await accounts.peekOnce(handle, purpose: .consoleSession),
      let session = try? JSONDecoder().decode(ConsoleSession.self, from: Data(bytes))
    else { return nil }
    guard let id = session.token else { return session }
    guard let token = try await accounts.adminTokens.all().first(where: { $0.id == id }),
      !token.isExpired(at: accounts.now)
    else { return nil }
    return session
  }

  /// The same, for a page that shows nothing to anybody else.
  func consolePerson(of visit: Visit, _ scope: ConsoleScope = .read) async throws -> ConsoleSession {
    guard let session = try await consoleSession(of: visit) else { throw ConsoleRefusal.signedOut }
    try session.require(scope)
    return session
  }
}
