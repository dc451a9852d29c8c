import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

/// Asks a signed-in person for the proof once more, for a step that needs a recent sign-in (R28).
struct ConfirmationFlow: Sendable {
  let pages: HostedPages

  /// Shows the ways to prove it.
  func show(_ visit: Visit) async throws -> HTTPResponse {
    let returnTo = LocalPath.checked(visit.query["return"]) ?? "/account"
    guard let person = try await pages.person(of: visit) else { return pages.askToSignIn(visit, returnTo) }
    return ConfirmationPage(visit: visit, pages: pages, person: person, returnTo: returnTo).response()
  }

  /// Sends the person to Apple once more.
  func apple(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    guard let person = try await pages.person(of: visit) else { return pages.leave(visit, .ended) }
    return try await AppleFlow(pages: pages, visit: visit).begin(
      .reauthenticate, returnTo: LocalPath.checked(fields["return"]), session: person.session.id.text)
  }

  /// Takes the password of the account that is signed in; no other address can be named.
  func password(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    let returnTo = LocalPath.checked(fields["return"]) ?? "/account"
    guard let person = try await pages.person(of: visit) else { return pages.leave(visit, .ended) }
    let signedIn: SignedIn
    do throws(AccountsError) {
      signedIn = try await pages.accounts.signIn(
        email: person.account.email ?? "", password: Secret(utf8: fields["password"] ?? ""),
        client: visit.client)
    } catch {
      if let pending = error.secondFactor {
        let step = SecondStep(pending, .confirm, returnTo: returnTo)
        return try await SecondStepFlow(pages: pages).begin(step, visit)
      }
      guard let problem = PasswordFlow.problem(error) else { throw error }
      return ConfirmationPage(
        visit: visit, pages: pages, person: person, returnTo: returnTo, problem: problem
      ).response(status: 400)
    }
    return try await enter(signedIn, returnTo: returnTo, visit)
  }

  /// The proof counts when the same person gave it; another person's sign-in is undone.
  func enter(_ signedIn: SignedIn, returnTo: String?, _ visit: Visit) async throws -> HTTPResponse {
    guard try await pages.person(of: visit)?.account.id == signedIn.account.id else {
      try await pages.accounts.signOut(signedIn.tokens.refreshToken, client: visit.client)
      throw Self.anotherPerson
    }
    return await SignInEnd(pages: pages, visit: visit).enter(signedIn, returnTo: returnTo)
  }

  static let anotherPerson = PageFailure(
    status: 403, title: .pageOtherPersonTitle, text: .pageOtherPersonText,
    reason: "reauthentication by another account")
}

extension HostedPages {
  /// Whether a step that needs a recent sign-in may go on. Here it only chooses the page: the domain judges
  /// again when the button is pressed (R28).
  func isRecent(_ person: Caller) -> Bool {
    CallerRule.isRecent(
      person.session, of: person.account, within: accounts.policy.recentSignIn, now: person.issuedAt)
  }

  /// An ID token of who is signed in, so that pages use the same operations as clients.
  func idToken(of person: Caller) throws(AccountsError) -> String {
    try accounts.idToken(of: person).revealText() ?? ""
  }

  /// Sends somebody who is not signed in to the sign-in page, and back to a page afterwards (FR-19).
  func askToSignIn(_ visit: Visit, _ page: String) -> HTTPResponse {
    var query: FormFields = ["return": page]
    // A cookie that opens nothing is a session that ended; the person should not wonder.
    if visit.sessionToken != nil { query.add("notice", Notice.ended.rawValue) }
    var response = visit.redirect(to: "/signin?" + query.encoded)
    if visit.sessionToken != nil { SessionCookie.remove(for: visit.address, on: &response) }
    return response
  }

  /// Sends somebody to the proof, and back to a page afterwards.
  func askToConfirm(_ visit: Visit, _ page: String) -> HTTPResponse {
    let query: FormFields = ["return": page]
    return visit.redirect(to: "/account/confirm?" + query.encoded)
  }

  /// Signs the browser out and says why.
  func leave(_ visit: Visit, _ notice: Notice) -> HTTPResponse {
    var response = visit.redirect(to: "/signin?notice=\(notice.rawValue)")
    SessionCookie.remove(for: visit.address, on: &response)
    return response
  }

  /// The answer to a step of the account that the domain refused since the session changed meanwhile; nil
  /// for other errors.
  func answer(to error: AccountsError, _ visit: Visit, _ page: String) -> HTTPResponse? {
    switch error.code {
    // The five minutes went by between page and button: the proof is asked for.
    case .credentialTooOld: askToConfirm(visit, page)
    case .tokenExpired, .invalidIDToken, .userNotFound: leave(visit, .ended)
    default: nil
    }
  }
}
