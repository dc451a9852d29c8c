import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

/// The account page, its sessions, connecting Apple, and deletion.
struct AccountFlow: Sendable {
  let pages: HostedPages

  /// Shows the account; who is not signed in is asked to, and comes back here (FR-19).
  func show(_ visit: Visit) async throws -> HTTPResponse {
    guard let person = try await pages.person(of: visit) else { return pages.askToSignIn(visit, "/account") }
    let sessions = try await pages.accounts.sessions(of: person.account.id)
    let notice = visit.query["notice"].flatMap(Notice.init(rawValue:))
    return AccountPage(visit: visit, pages: pages, person: person, sessions: sessions, notice: notice)
      .response()
  }

  /// Ends this browser's session.
  func signOut(_ visit: Visit) async throws -> HTTPResponse {
    _ = try FormOrigin.fields(of: visit)
    if let token = visit.sessionToken { try await pages.accounts.signOut(browserToken: token) }
    return pages.leave(visit, .signedOut)
  }

  /// Ends one session, by its number; one of somebody else's is left alone by the domain.
  func endSession(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    guard let person = try await pages.person(of: visit) else { return pages.leave(visit, .ended) }
    guard let id = Session.ID(text: fields["sid"] ?? "") else { return visit.redirect(to: "/account") }
    try await pages.accounts.endSessions(.one(id), idToken: pages.idToken(of: person), client: visit.client)
    if id == person.session.id { return pages.leave(visit, .signedOut) }
    return visit.redirect(to: "/account?notice=\(Notice.endedSession.rawValue)")
  }

  /// Sends the mail that proves the address.
  func verifyAddress(_ visit: Visit) async throws -> HTTPResponse {
    _ = try FormOrigin.fields(of: visit)
    guard let person = try await pages.person(of: visit) else { return pages.leave(visit, .ended) }
    guard pages.sendsMail else { throw PageFailure.notOffered("no mail is configured") }
    try await pages.mailVerification(to: person, visit)
    return visit.redirect(to: "/account?notice=\(Notice.mailOnWay.rawValue)")
  }

  /// Ends every session but this browser's.
  func endOthers(_ visit: Visit) async throws -> HTTPResponse {
    _ = try FormOrigin.fields(of: visit)
    guard let person = try await pages.person(of: visit) else { return pages.leave(visit, .ended) }
    try await pages.accounts.endSessions(.others, idToken: pages.idToken(of: person), client: visit.client)
    return visit.redirect(to: "/account?notice=\(Notice.endedOthers.rawValue)")
  }

  /// Asks for the consent to a link (R27).
  func askToConnect(_ visit: Visit) async throws -> HTTPResponse {
    guard try await pages.person(of: visit) != nil else {
      return pages.askToSignIn(visit, "/account/connect")
    }
    return ConnectPage(visit: visit, pages: pages).response()
  }

  /// Sends a signed-in person to Apple, to put the identity on the account.
  func connect(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    guard let person = try await pages.person(of: visit) else { return pages.leave(visit, .ended) }
    guard fields["consent"] == "yes" else { return visit.redirect(to: "/account/connect") }
    return try await AppleFlow(pages: pages, visit: visit)
      .begin(.link, session: person.session.id.text, extras: ["locale": visit.language.tag])
  }

  /// Says what a deletion does and asks; a sign-in that is not recent is renewed first (R28).
  func confirmDeletion(_ visit: Visit) async throws -> HTTPResponse {
    guard let person = try await pages.person(of: visit) else {
      return pages.askToSignIn(visit, "/account/delete")
    }
    return DeletionPage(visit: visit, pages: pages, person: person).response()
  }

  /// Deletes the account.
  func delete(_ visit: Visit) async throws -> HTTPResponse {
    _ = try FormOrigin.fields(of: visit)
    guard let person = try await pages.person(of: visit) else { return pages.leave(visit, .ended) }
    do throws(AccountsError) {
      try await pages.accounts.delete(idToken: pages.idToken(of: person), client: visit.client)
    } catch {
      // The five minutes went by between page and button: the page itself asks for the proof.
      if error.code == .credentialTooOld { return visit.redirect(to: "/account/delete") }
      if error.code == .userNotFound { return pages.leave(visit, .deleted) }
      guard let answer = pages.answer(to: error, visit, "/account/delete") else { throw error }
      return answer
    }
    return pages.leave(visit, .deleted)
  }
}
