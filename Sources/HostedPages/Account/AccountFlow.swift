import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

/// The account page, its sessions, connecting Apple, and deletion.
struct AccountFlow: Sendable {
  let pages: HostedPages

  /// Shows the account; who is not signed in is asked to, and comes back here (FR-19).
  func show(_ visit: Visit) async throws -> HTTPResponse {
    guard let person = try await pages.person(of: visit) else { return signIn(visit, "/account") }
    let sessions = try await pages.accounts.sessions(of: person.account.id)
    let notice = visit.query["notice"].flatMap(Notice.init(rawValue:))
    return AccountPage(visit: visit, pages: pages, person: person, sessions: sessions, notice: notice)
      .response()
  }

  /// Ends this browser's session.
  func signOut(_ visit: Visit) async throws -> HTTPResponse {
    _ = try FormOrigin.fields(of: visit)
    if let token = visit.sessionToken { try await pages.accounts.signOut(browserToken: token) }
    return leave(visit, .signedOut)
  }

  /// Ends every session but this browser's.
  func endOthers(_ visit: Visit) async throws -> HTTPResponse {
    _ = try FormOrigin.fields(of: visit)
    guard let person = try await pages.person(of: visit) else { return leave(visit, .ended) }
    try await pages.accounts.endSessions(.others, idToken: idToken(of: person), client: visit.client)
    return visit.redirect(to: "/account?notice=\(Notice.endedOthers.rawValue)")
  }

  /// Asks for the consent to a link (R27).
  func askToConnect(_ visit: Visit) async throws -> HTTPResponse {
    guard try await pages.person(of: visit) != nil else { return signIn(visit, "/account/connect") }
    return ConnectPage(visit: visit, pages: pages).response()
  }

  /// Sends a signed-in person to Apple, to put the identity on the account.
  func connect(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    guard let person = try await pages.person(of: visit) else { return leave(visit, .ended) }
    guard fields["consent"] == "yes" else { return visit.redirect(to: "/account/connect") }
    return try await AppleFlow(pages: pages, visit: visit)
      .begin(.link, session: person.session.id.text, extras: ["locale": visit.language.tag])
  }

  /// Says what a deletion does and asks; a sign-in that is not recent is renewed first (R28).
  func confirmDeletion(_ visit: Visit) async throws -> HTTPResponse {
    guard let person = try await pages.person(of: visit) else { return signIn(visit, "/account/delete") }
    return DeletionPage(visit: visit, pages: pages, person: person).response()
  }

  /// Deletes the account.
  func delete(_ visit: Visit) async throws -> HTTPResponse {
    _ = try FormOrigin.fields(of: visit)
    guard let person = try await pages.person(of: visit) else { return leave(visit, .ended) }
    do throws(AccountsError) {
      try await pages.accounts.delete(idToken: idToken(of: person), client: visit.client)
    } catch {
      switch error.code {
      // The five minutes went by between page and button: the page asks for the proof.
      case .credentialTooOld: return visit.redirect(to: "/account/delete")
      case .userNotFound: return leave(visit, .deleted)
      case .tokenExpired, .invalidIDToken: return leave(visit, .ended)
      default: throw error
      }
    }
    return leave(visit, .deleted)
  }

  private func idToken(of person: Caller) throws(AccountsError) -> String {
    try pages.accounts.idToken(of: person).revealText() ?? ""
  }

  private func signIn(_ visit: Visit, _ page: String) -> HTTPResponse {
    var query: FormFields = ["return": page]
    // A cookie that opens nothing is a session that ended; the person should not wonder.
    if visit.sessionToken != nil { query.add("notice", Notice.ended.rawValue) }
    var response = visit.redirect(to: "/signin?" + query.encoded)
    if visit.sessionToken != nil { SessionCookie.remove(for: visit.address, on: &response) }
    return response
  }

  private func leave(_ visit: Visit, _ notice: Notice) -> HTTPResponse {
    var response = visit.redirect(to: "/signin?notice=\(notice.rawValue)")
    SessionCookie.remove(for: visit.address, on: &response)
    return response
  }
}
