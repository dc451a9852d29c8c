import Accounts
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

  /// A page of ours with what it carries on: the client's request, the page to return to.
  static func path(_ path: String, _ client: ClientRequest?, _ returnTo: String?) -> String {
    if let client { return path + "?" + client.query }
    guard let returnTo else { return path }
    let query: FormFields = ["return": returnTo]
    return path + "?" + query.encoded
  }
}
