import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

/// The way back from Apple: the cross-site POST is parked, the sign-in happens in a GET of our own (R39).
struct AppleReturn: Sendable {
  let pages: HostedPages

  /// The fields that Apple sends.
  private static let names = ["code", "id_token", "state", "user", "error"]

  /// Takes Apple's form and sends the browser to our own page, which it brings its cookies to.
  func park(_ visit: Visit) async throws -> HTTPResponse {
    guard visit.request.body.count <= 65_536,
      let text = String(validating: visit.request.body, as: UTF8.self),
      let form = FormFields(parsing: text, limit: 20), !form.hasRepeatedName
    else { throw PageFailure.refused("Apple's answer is not a form") }
    let fields = Dictionary(
      uniqueKeysWithValues: Self.names.compactMap { name in form[name].map { (name, $0) } })
    guard let state = fields["state"], !state.isEmpty, state.utf8.count <= 512,
      fields["error"] != nil || fields["code"] != nil || fields["id_token"] != nil
    else { throw PageFailure.stale("answer without state or result") }
    let handle = try await pages.accounts.park(ParkedAnswer(fields: fields), client: visit.client)
    let query: FormFields = ["answer": handle.revealText() ?? ""]
    return visit.redirect(to: "/signin/return?" + query.encoded)
  }

  /// Finishes what the browser began.
  func finish(_ visit: Visit) async throws -> HTTPResponse {
    // The cookie is looked at first: without it a handle from a link does nothing at all (A35).
    guard !visit.browser.isNew else { throw PageFailure.stale("answer in a browser without our cookie") }
    do {
      return try await finish(visit, taking: visit.query["answer"] ?? "")
    } catch let failure as PageFailure where failure.isStale {
      // The same answer twice, and the other one has signed in: this one shows its result (FR-15).
      guard try await pages.person(of: visit) != nil else { throw failure }
      if let reason = failure.reason { pages.log("page /signin/return: \(reason), signed in already") }
      return visit.redirect(to: "/account")
    }
  }

  private func finish(_ visit: Visit, taking handle: String) async throws -> HTTPResponse {
    guard let answer = try await pages.accounts.takeParked(handle) else {
      throw PageFailure.stale("answer unknown, used or too old")
    }
    let flow = try await flow(of: visit, state: answer.fields["state"] ?? "")
    if flow.kind == AppleFlow.Purpose.handler.rawValue {
      return try await HandlerFlow(pages: pages).deliver(answer, flow, visit)
    }
    if let error = answer.fields["error"] { return try brokenOff(flow, error, visit) }
    switch AppleFlow.Purpose(rawValue: flow.kind) {
    case .link: return try await link(answer, flow, visit)
    case .reauthenticate: return try await confirm(answer, flow, visit)
    default: return try await signIn(answer, flow, visit)
    }
  }

  private func signIn(_ answer: ParkedAnswer, _ flow: WebFlow, _ visit: Visit) async throws -> HTTPResponse {
    let outcome: SignInOutcome
    do {
      outcome = try await pages.accounts.signIn(with: try proof(answer, flow), client: visit.client)
    } catch let error as AccountsError {
      guard let pending = error.secondFactor else { throw error }
      let step = SecondStep(pending, client: ClientRequest(flow), returnTo: flow.returnTo)
      return try await SecondStepFlow(pages: pages).begin(step, visit)
    }
    switch outcome {
    case .signedIn(let signedIn):
      return try await SignInEnd(pages: pages, visit: visit)
        .answer(signedIn, client: ClientRequest(flow), returnTo: flow.returnTo)
    case .needsConfirmation(let profile, _, let pendingToken?) where pages.accounts.policy.allowsPasswords:
      return ConnectWithPasswordPage(
        visit: visit, pages: pages, email: profile.identity.email ?? "",
        pendingToken: pendingToken.revealText() ?? "", client: ClientRequest(flow), returnTo: flow.returnTo
      ).response(status: 409)
    case .needsConfirmation, .conflict, .notFound:
      throw PageFailure(status: 409, title: .pageExistsTitle, text: .pageExistsText)
    }
  }

  private func flow(of visit: Visit, state: String) async throws -> WebFlow {
    let binding = visit.browser.binding
    if let flow = try await pages.accounts.takeWebFlow(state: state, browserBinding: binding) { return flow }
    throw PageFailure.stale(try await pages.accounts.reasonAgainstWebFlow(state: state))
  }

  /// The person pressed Cancel, or Apple could not go on (FR-21).
  private func brokenOff(_ flow: WebFlow, _ error: String, _ visit: Visit) throws -> HTTPResponse {
    if let client = ClientRequest(flow) { return visit.redirect(away: client.cancelled) }
    guard Self.isCancellation(error) else {
      throw PageFailure.refused("Apple answered with an error: \(error.prefix(40).filter { $0.isASCII })")
    }
    if flow.session != nil {
      return visit.redirect(to: LocalPath.checked(flow.returnTo) ?? "/account")
    }
    var query: FormFields = ["notice": Notice.cancelled.rawValue]
    if let page = flow.returnTo { query.add("return", page) }
    return visit.redirect(to: "/signin?" + query.encoded)
  }

  /// Whether the person broke off: Apple documents the first, relying parties met the second.
  static func isCancellation(_ error: String) -> Bool {
    ["user_cancelled_authorize", "access_denied"].contains(error)
  }

  /// The nonce counts as we sent it: this flow made it (R14).
  private func proof(_ answer: ParkedAnswer, _ flow: WebFlow) throws -> IdentityProof {
    let code = answer.fields["code"].map { Secret(utf8: $0) }
    let verifier = flow.codeVerifier.map { Secret(utf8: $0) }
    if let token = answer.fields["id_token"] {
      return .apple(
        AppleCredential(
          identityToken: token, nonce: .verbatim(flow.nonce), authorizationCode: code,
          userJSON: answer.fields["user"], redirectURI: flow.redirectURI, codeVerifier: verifier))
    }
    guard let code else { throw PageFailure.refused("Apple's answer has neither token nor code") }
    return .appleCode(
      AppleCodeCredential(
        code: code, clientID: flow.clientID, redirectURI: flow.redirectURI, codeVerifier: verifier,
        nonce: flow.nonce, userJSON: answer.fields["user"]))
  }

  /// A proof for a step counts when the same person gave it; another person's sign-in is undone (R28).
  private func confirm(_ answer: ParkedAnswer, _ flow: WebFlow, _ visit: Visit) async throws -> HTTPResponse {
    let person = try await pages.person(of: visit)
    let isSameSession = person != nil && person?.session.id.text == flow.session
    let outcome: SignInOutcome
    do {
      outcome = try await pages.accounts.signIn(
        with: try proof(answer, flow), options: SignInOptions(createsAccount: false), client: visit.client)
    } catch let error as AccountsError {
      guard let pending = error.secondFactor else { throw error }
      guard isSameSession, person?.account.id == pending.account.id else {
        throw ConfirmationFlow.anotherPerson
      }
      let step = SecondStep(pending, .confirm, returnTo: flow.returnTo)
      return try await SecondStepFlow(pages: pages).begin(step, visit)
    }
    guard case .signedIn(let signedIn) = outcome else { throw ConfirmationFlow.anotherPerson }
    if isSameSession, person?.account.id == signedIn.account.id {
      return await SignInEnd(pages: pages, visit: visit).enter(signedIn, returnTo: flow.returnTo)
    }
    try await pages.accounts.signOut(signedIn.tokens.refreshToken, client: visit.client)
    throw ConfirmationFlow.anotherPerson
  }

  /// Puts the identity on the account that began the flow in this browser (FR-20); no other session counts.
  private func link(_ answer: ParkedAnswer, _ flow: WebFlow, _ visit: Visit) async throws -> HTTPResponse {
    guard let person = try await pages.person(of: visit), person.session.id.text == flow.session else {
      throw PageFailure.stale("of a session that is not signed in any more")
    }
    let language = Language(tag: flow.extras["locale"] ?? "") ?? visit.language
    let outcome = try await pages.accounts.signIn(
      with: try proof(answer, flow),
      options: SignInOptions(
        linkTo: try pages.accounts.idToken(of: person).revealText(),
        consent: LinkConsent(pages: pages, language: language).text), client: visit.ownClient)
    guard case .signedIn(let signedIn) = outcome else {
      throw PageFailure(status: 409, title: .pageTakenTitle, text: .pageTakenText, action: .pageHome)
    }
    return await SignInEnd(pages: pages, visit: visit)
      .enter(signedIn, returnTo: "/account?notice=\(Notice.connected.rawValue)")
  }
}
