import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

/// Address and password: signing in, making an account, and proving an account that Apple shall be added to.
struct PasswordFlow: Sendable {
  let pages: HostedPages

  /// Signs in.
  func signIn(_ visit: Visit) async throws -> HTTPResponse {
    let form = try Form(visit, pages)
    do throws(AccountsError) {
      let signedIn = try await pages.accounts.signIn(
        email: form.email, password: form.password, client: visit.client)
      return try await end(signedIn, form, visit)
    } catch {
      if let pending = error.secondFactor {
        let step = SecondStep(pending, client: form.client, returnTo: form.returnTo)
        return try await SecondStepFlow(pages: pages).begin(step, visit)
      }
      guard let problem = Self.problem(error) else { throw error }
      return SignInPage(
        visit: visit, pages: pages, client: form.client, returnTo: form.returnTo, problem: problem,
        email: form.email
      ).response(status: Self.status(error)).waiting(error)
    }
  }

  /// Shows the page that makes an account.
  func showSignUp(_ visit: Visit) async throws -> HTTPResponse {
    guard pages.accounts.policy.allowsPasswords else {
      throw PageFailure(status: 404, title: .pageNotFoundTitle, text: .pageNotFoundText, action: .pageHome)
    }
    let client = try ClientRequest(visit.query, configuration: pages.configuration)
    return SignUpPage(
      visit: visit, pages: pages, client: client, returnTo: LocalPath.checked(visit.query["return"])
    ).response()
  }

  /// Makes an account.
  func signUp(_ visit: Visit) async throws -> HTTPResponse {
    let form = try Form(visit, pages)
    do throws(AccountsError) {
      let signedIn = try await pages.accounts.signUp(
        email: form.email, password: form.password, displayName: form.name.isEmpty ? nil : form.name,
        client: visit.client)
      return try await end(signedIn, form, visit)
    } catch {
      guard let problem = Self.problem(error) else { throw error }
      return SignUpPage(
        visit: visit, pages: pages, client: form.client, returnTo: form.returnTo, problem: problem,
        name: form.name, email: form.email
      ).response(status: Self.status(error)).waiting(error)
    }
  }

  /// Signs in and puts the identity on the account whose proof waits (R19, R23).
  func connect(_ visit: Visit) async throws -> HTTPResponse {
    let form = try Form(visit, pages)
    let pending = form.pendingToken
    do throws(AccountsError) {
      let signedIn = try await pages.accounts.signIn(
        email: form.email, password: form.password, client: visit.client)
      let consent = form.hasConsent ? LinkConsent(pages: pages, language: visit.language).text : nil
      let linked = try await link(.pending(Secret(utf8: pending)), to: signedIn, consent, visit)
      return try await end(linked, form, visit)
    } catch {
      if let waiting = error.secondFactor {
        // The domain would ask for the consent only after the second factor: here it is plain already.
        guard form.hasConsent else { throw AccountsError(.operationNotAllowed, reason: "no consent") }
        let step = SecondStep(
          waiting, .connect, client: form.client, returnTo: form.returnTo, pendingToken: pending)
        return try await SecondStepFlow(pages: pages).begin(step, visit)
      }
      guard let problem = Self.problem(error) else { throw error }
      return ConnectWithPasswordPage(
        visit: visit, pages: pages, email: form.email, pendingToken: pending, client: form.client,
        returnTo: form.returnTo, problem: problem
      ).response(status: Self.status(error)).waiting(error)
    }
  }

  /// A link opens a session of its own, so the one that proved the account ends; a refused link leaves none.
  func link(
    _ proof: IdentityProof, to signedIn: SignedIn, _ consent: ConsentText?, _ visit: Visit
  ) async throws(AccountsError) -> SignedIn {
    let result: Result<SignInOutcome, AccountsError>
    do throws(AccountsError) {
      let options = SignInOptions(linkTo: signedIn.tokens.idToken.revealText(), consent: consent)
      result = .success(
        try await pages.accounts.signIn(with: proof, options: options, client: visit.ownClient))
    } catch {
      result = .failure(error)
    }
    try await pages.accounts.signOut(signedIn.tokens.refreshToken, client: visit.client)
    guard case .signedIn(let linked) = try result.get() else {
      throw AccountsError(.federatedUserIDAlreadyLinked, reason: "link by password")
    }
    return linked
  }

  private func end(_ signedIn: SignedIn, _ form: Form, _ visit: Visit) async throws(AccountsError)
    -> HTTPResponse
  {
    try await SignInEnd(pages: pages, visit: visit)
      .answer(signedIn, client: form.client, returnTo: form.returnTo)
  }

  /// What a form of address and password says.
  private struct Form {
    let email: String
    let password: Secret
    let name: String
    let pendingToken: String
    let hasConsent: Bool
    let client: ClientRequest?
    let returnTo: String?

    init(_ visit: Visit, _ pages: HostedPages) throws {
      let fields = try FormOrigin.fields(of: visit)
      email = String((fields["email"] ?? "").prefix(254))
      password = Secret(utf8: fields["password"] ?? "")
      name = String((fields["name"] ?? "").prefix(200))
      pendingToken = fields["pending"] ?? ""
      hasConsent = fields["consent"] == "yes"
      client = try ClientRequest(fields, configuration: pages.configuration)
      returnTo = LocalPath.checked(fields["return"])
    }
  }

  private static func status(_ error: AccountsError) -> Int { error.code == .tooManyAttempts ? 429 : 400 }

  /// What is wrong with address or password, where it is worth typing again.
  static func problem(_ error: AccountsError) -> PhraseKey? {
    switch error.code {
    case .invalidLoginCredentials, .invalidPassword, .emailNotFound: .pageWrongLogin
    case .missingEmail, .invalidEmail: .pageInvalidEmail
    case .missingPassword, .weakPassword: .pageWeakPassword
    case .emailExists: .pageEmailTaken
    case .tooManyAttempts: .pageTooManyText
    default: nil
    }
  }
}

extension HTTPResponse {
  /// The answer with the time after which it is worth trying again.
  fileprivate func waiting(_ error: AccountsError) -> HTTPResponse {
    guard let wait = error.retryAfter else { return self }
    var response = self
    response.headers["retry-after"] = String(max(1, wait.components.seconds))
    return response
  }
}
