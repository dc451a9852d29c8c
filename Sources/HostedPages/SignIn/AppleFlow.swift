import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

/// Begins the way to Apple: a pending flow, bound to the browser, and the address of Apple's page.
struct AppleFlow: Sendable {
  let pages: HostedPages
  let visit: Visit

  /// What waits for the person on the way back.
  enum Purpose: String, Sendable {
    /// The account page, or another page of ours.
    case page
    /// A client of the page flow.
    case client
    /// A step that needs a recent sign-in (R28).
    case reauthenticate
    /// Putting the identity on the account that is signed in (FR-20).
    case link
    /// The JavaScript SDK's popup or redirect, or an app's browser (R38).
    case handler
  }

  /// The way to Apple as an answer.
  func begin(
    _ purpose: Purpose, returnTo: String? = nil, session: String? = nil, extras: [String: String] = [:],
    scopes: String = "name email"
  ) async throws -> HTTPResponse {
    guard let clientID = pages.accounts.policy.apple.servicesID else {
      throw PageFailure(
        status: 404, title: .pageTroubleTitle, text: .pageNotOfferedText,
        reason: "apple.servicesId is not configured")
    }
    let verifier = Base64URL.encode(pages.random.bytes(32))
    let flow = WebFlow(
      kind: purpose.rawValue, clientID: clientID, redirectURI: visit.address.appleRedirectURI,
      nonce: Base64URL.encode(pages.random.bytes(32)), browserBinding: visit.browser.binding,
      codeVerifier: verifier, returnTo: returnTo, session: session, extras: extras)
    let state = try await pages.accounts.beginWebFlow(flow, client: visit.client)
    return visit.redirect(away: authorizeURL(flow, state: state, verifier: verifier, scopes: scopes))
  }

  /// The request to Apple. A scope needs `form_post`; the challenge is what pocketbase and others send,
  /// though Apple documents none.
  private func authorizeURL(_ flow: WebFlow, state: Secret, verifier: String, scopes: String) -> String {
    let fields: FormFields = [
      "client_id": flow.clientID, "redirect_uri": flow.redirectURI, "response_type": "code id_token",
      "response_mode": "form_post", "scope": scopes, "state": state.revealText() ?? "",
      "nonce": flow.nonce, "code_challenge": Base64URL.encode(SHA256.digest(utf8: verifier).bytes),
      "code_challenge_method": "S256",
    ]
    return pages.configuration.appleBaseURL + "/auth/authorize?" + fields.encoded
  }

  /// Where a form leads that begins the way to Apple, for `form-action`.
  static func formTargets(_ configuration: HostedPages.Configuration) -> [String] {
    guard let origin = WebAddress(configuration.appleBaseURL)?.origin else { return [] }
    // Apple's page answers under both names.
    return origin == "https://appleid.apple.com" ? [origin, "https://account.apple.com"] : [origin]
  }
}
