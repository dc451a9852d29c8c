import BramleyCrypto
import BramleyHTTP
import Phrases
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `/auth/authorize`: the sign-in page and what comes of it.
///
/// Nothing is kept between page and answer: the form posts to the same query, which is judged again.
struct AuthorizationEndpoint: Sendable {
  let core: EmulatorCore

  /// The path that the page posts to; the one that Apple's own page calls.
  static let consentPath = "/appleauth/auth/oauth/authorize"

  /// Shows the page.
  func show(_ request: HTTPRequest) throws -> Answer {
    let authorization = try parse(request)
    return Answer(page(authorization, request: request).response())
  }

  /// Takes the person's answer.
  func decide(_ request: HTTPRequest, flaw: ServiceKeySet.Flaw) async throws -> Answer {
    let authorization = try parse(request)
    guard let form = ConsentForm(request) else {
      throw Refusal.page(
        .invalidRequest, AuthorizationRequest.malformed, reason: "The page's form is not form text.")
    }
    var page = page(authorization, request: request)
    switch form.action {
    case .cancel:
      return try deliver(.failed("user_cancelled_authorize"), for: authorization, request)
    case nil:
      return Answer(page.response())
    case .proceed: break
    }
    guard let account = core.keeper.read({ $0.account(named: form.user) }) else {
      page.problem = .emulatorUnknownAccount
      page.chosen = nil
      return Answer(page.response(), remark: "The person named an account that does not exist.")
    }
    page.chosen = account
    if account.twoFactor ?? core.settings.twoFactor {
      let expected = verificationCode(account, authorization)
      guard let code = form.verificationCode else {
        return Answer(page.twoFactor(form, code: expected, isRetry: false))
      }
      guard constantTimeEquals(code.filter { !$0.isWhitespace }, expected) else {
        return Answer(
          page.twoFactor(form, code: expected, isRetry: true), remark: "The second factor is wrong.")
      }
    }
    return try await grant(authorization, to: account, form, request, flaw: flaw)
  }

  private func grant(
    _ authorization: AuthorizationRequest, to account: AppleAccount, _ form: ConsentForm,
    _ request: HTTPRequest, flaw: ServiceKeySet.Flaw
  ) async throws -> Answer {
    let choice = form.choice(for: account)
    let settings = core.settings
    let now = core.appleTime(settings)
    let (agreed, code, person) = try await core.keeper.change { state in
      let agreed = state.authorize(
        account, client: authorization.client, scopes: authorization.scopes, hidesEmail: choice.hidesEmail,
        now: now)
      let code = state.issueCode(
        for: agreed, redirectURI: authorization.redirectURI, nonce: authorization.nonce,
        challenge: authorization.challenge, random: core.random, now: now)
      return (
        agreed, code,
        state.profile(of: agreed.grant, team: authorization.client.teamID, random: core.random, now: now)
      )
    }
    guard let person else { throw EmulatorError.stateInconsistent }
    var token: String?
    if authorization.wantsIdentityToken {
      token = try core.mint.mint(
        .init(
          person: person, audience: authorization.client.clientID, nonce: authorization.nonce,
          companion: .code(code), authenticatedAt: now, now: now),
        settings: settings, flaw: flaw)
    }
    var user: AuthorizationResult.FirstUser?
    if agreed.isFirst, !authorization.scopes.isEmpty {
      user = .init(
        name: authorization.scopes.contains(.name)
          ? .init(firstName: choice.firstName, lastName: choice.lastName) : nil,
        email: authorization.scopes.contains(.email) ? person.email : nil)
    }
    return try deliver(.granted(code: code, identityToken: token, user: user), for: authorization, request)
  }

  private func deliver(
    _ outcome: AuthorizationResult.Outcome, for authorization: AuthorizationRequest, _ request: HTTPRequest
  ) throws -> Answer {
    let result = AuthorizationResult(outcome: outcome, state: authorization.state)
    let language = Language.negotiated(acceptLanguage: request.headers["accept-language"])
    switch authorization.mode {
    case .query, .fragment:
      let mark = authorization.mode == .fragment ? "#" : authorization.redirectURI.contains("?") ? "&" : "?"
      return Answer(
        HTTPResponse(
          status: 302,
          headers: [
            "location": authorization.redirectURI + mark + (try result.fields().encoded),
            "cache-control": "no-store", "pragma": "no-cache",
          ]))
    case .formPost:
      return Answer(
        DeliveryPage.form(
          try result.fields(), to: authorization.redirectURI, language: language, random: core.random))
    case .webMessage:
      guard let origin = Origin(of: authorization.redirectURI)?.text else {
        throw EmulatorError.stateInconsistent
      }
      return Answer(
        DeliveryPage.message(try result.message(), to: origin, language: language, random: core.random))
    }
  }

  private func parse(_ request: HTTPRequest) throws(Refusal) -> AuthorizationRequest {
    try AuthorizationRequest(query: request.query) { clientID in
      core.keeper.read { $0.clients[clientID] }.map { ($0, $0.profile ?? core.defaultProfile) }
    }
  }

  private func page(_ authorization: AuthorizationRequest, request: HTTPRequest) -> ConsentPage {
    let (accounts, known) = core.keeper.read { state -> ([AppleAccount], Set<String>) in
      let accounts = Array(state.livingAccounts.prefix(50))
      let known = accounts.filter {
        state.grants[Grant.key(account: $0.id, group: authorization.client.group)]?.isActive == true
      }
      return (accounts, Set(known.map(\.id)))
    }
    return ConsentPage(
      request: authorization, accounts: accounts, known: known,
      language: Language.negotiated(acceptLanguage: request.headers["accept-language"]),
      chosen: accounts.first)
  }

  /// Six digits, the same for as long as the request is the same, so that a lost page can be repeated.
  private func verificationCode(_ account: AppleAccount, _ authorization: AuthorizationRequest) -> String {
    let bytes = SHA256.digest(Array((account.id + "\u{0}" + authorization.query).utf8)).bytes
    let number = (Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])) % 1_000_000
    return String(String(1_000_000 + number).dropFirst())
  }
}
