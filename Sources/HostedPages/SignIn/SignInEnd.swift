import Accounts
import BramleyCrypto
import BramleyHTTP

/// The end of every sign-in: a client gets its code, the browser its cookie.
struct SignInEnd: Sendable {
  let pages: HostedPages
  let visit: Visit

  /// Goes on to the client or to a page of ours.
  func answer(
    _ signedIn: SignedIn, client: ClientRequest?, returnTo: String?
  ) async throws(AccountsError) -> HTTPResponse {
    guard let client else { return await enter(signedIn, returnTo: returnTo) }
    // The session is the client's alone: two holders of one refresh token would look like theft (R31).
    let code = try await pages.accounts.issuePageCode(
      PageCode(
        session: signedIn.tokens.session.text, challenge: client.challenge, continueURL: client.continueURL))
    return visit.redirect(away: client.answer(code: code.revealText() ?? ""))
  }

  /// Signs the browser in. The session that it had before ends; nobody could see or end it any more.
  func enter(_ signedIn: SignedIn, returnTo: String?) async -> HTTPResponse {
    await enter(signedIn.tokens.session, returnTo: returnTo)
  }

  /// Hands a session to the browser.
  func enter(_ session: Session.ID, returnTo: String?) async -> HTTPResponse {
    await endFormerSession()
    var response = visit.redirect(to: LocalPath.checked(returnTo) ?? "/account")
    SessionCookie.set(
      pages.accounts.browserToken(for: session), lifetime: pages.accounts.policy.sessionIdle,
      for: visit.address, on: &response)
    return response
  }

  private func endFormerSession() async {
    guard let token = visit.sessionToken else { return }
    do throws(AccountsError) {
      try await pages.accounts.signOut(browserToken: token)
    } catch {
      // The new sign-in holds all the same; the old session ends by itself (R34).
      pages.log("page sign-in: the former session was not ended: \(error.code.rawValue)")
    }
  }
}
