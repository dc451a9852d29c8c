import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

/// The sign-in page and what its forms do.
struct SignInFlow: Sendable {
  let pages: HostedPages

  /// Shows the page; who is signed in goes on, unless a client asks for a sign-in of its own.
  func show(_ visit: Visit) async throws -> HTTPResponse {
    let query = visit.query
    let client = try ClientRequest(query, configuration: pages.configuration)
    let returnTo = LocalPath.checked(query["return"])
    if client == nil, try await pages.person(of: visit) != nil {
      return visit.redirect(to: returnTo ?? "/account")
    }
    let notice = query["notice"].flatMap(Notice.init(rawValue:))
    return SignInPage(visit: visit, pages: pages, client: client, returnTo: returnTo, notice: notice)
      .response()
  }

  /// Sends the person to Apple.
  func begin(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    let flow = AppleFlow(pages: pages, visit: visit)
    if let client = try ClientRequest(fields, configuration: pages.configuration) {
      return try await flow.begin(.client, extras: client.extras)
    }
    return try await flow.begin(.page, returnTo: LocalPath.checked(fields["return"]))
  }

  /// Signs in with address and password.
  func withPassword(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    let client = try ClientRequest(fields, configuration: pages.configuration)
    let returnTo = LocalPath.checked(fields["return"])
    let email = fields["email"] ?? ""
    do throws(AccountsError) {
      let signedIn = try await pages.accounts.signIn(
        email: email, password: Secret(utf8: fields["password"] ?? ""), client: visit.client)
      return try await SignInEnd(pages: pages, visit: visit)
        .answer(signedIn, client: client, returnTo: returnTo)
    } catch {
      guard let problem = Self.problem(error) else { throw error }
      return SignInPage(
        visit: visit, pages: pages, client: client, returnTo: returnTo, problem: problem,
        email: String(email.prefix(254))
      ).response(status: 400)
    }
  }

  /// Sends a signed-in person to Apple once more, for a step that needs a recent sign-in (R28).
  func reauthenticate(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    guard let person = try await pages.person(of: visit) else {
      return visit.redirect(to: "/signin?notice=\(Notice.ended.rawValue)")
    }
    return try await AppleFlow(pages: pages, visit: visit).begin(
      .reauthenticate, returnTo: LocalPath.checked(fields["return"]), session: person.session.id.text)
  }

  /// What is wrong with address or password, where it is worth typing again.
  private static func problem(_ error: AccountsError) -> PhraseKey? {
    switch error.code {
    case .invalidLoginCredentials, .invalidPassword, .emailNotFound, .missingPassword, .missingEmail,
      .invalidEmail:
      .pageWrongLogin
    case .tooManyAttempts: .pageTooManyText
    default: nil
    }
  }
}
