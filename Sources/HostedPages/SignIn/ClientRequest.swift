import _Markup
import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

/// What a client asks of the hosted page flow: where to go afterwards, and the challenge for the code.
///
/// - Standard: RFC 6749 §4.1, RFC 7636.
struct ClientRequest: Sendable, Hashable {
  /// The address to go to, as it stands on the allow-list.
  let continueURL: String
  /// The client's own state, returned unchanged.
  let state: String?
  /// The S256 challenge.
  let challenge: String

  /// Why a request is not followed; the browser is sent nowhere.
  enum Refusal: String {
    case continueURL = "the return address is not on the list web.continueUrls"
    case challenge = "code_challenge is missing or is no S256 challenge"
    case state = "state is longer than 512 characters"
    case repeated = "a parameter stands twice"
  }

  /// Reads the request out of a query or form; nil when there is none.
  init?(_ fields: FormFields, configuration: HostedPages.Configuration) throws(PageFailure) {
    guard let url = fields["continue"] else { return nil }
    guard !fields.hasRepeatedName else { throw Self.failure(.repeated) }
    guard Self.isAllowed(url, configuration) else { throw Self.failure(.continueURL) }
    guard let challenge = fields["code_challenge"], fields["code_challenge_method"] == "S256",
      challenge.utf8.count == 43, Base64URL.decode(challenge)?.count == 32
    else { throw Self.failure(.challenge) }
    let state = fields["state"]
    guard (state?.utf8.count ?? 0) <= 512 else { throw Self.failure(.state) }
    continueURL = url
    self.state = state
    self.challenge = challenge
  }

  /// Takes a request back from a flow that carried it.
  init?(_ flow: WebFlow) {
    guard let url = flow.extras["continue"], let challenge = flow.extras["challenge"] else { return nil }
    continueURL = url
    state = flow.extras["state"]
    self.challenge = challenge
  }

  private static func failure(_ refusal: Refusal) -> PageFailure {
    PageFailure(
      status: 400, title: .pageClientTitle, text: .pageClientText, reason: "page flow: \(refusal.rawValue)")
  }

  private static func isAllowed(_ url: String, _ configuration: HostedPages.Configuration) -> Bool {
    if configuration.continueURLs.contains(url) { return true }
    guard configuration.allowsLoopbackContinue, let address = WebAddress(url) else { return false }
    return address.isLoopback && !address.hasFragment
  }

  /// What a pending flow keeps of the request.
  var extras: [String: String] {
    var extras = ["continue": continueURL, "challenge": challenge]
    extras["state"] = state
    return extras
  }

  /// The fields that carry the request through a form.
  var hiddenFields: HTML {
    var html: HTML = """
      <input type="hidden" name="continue" value="\(continueURL)">
      <input type="hidden" name="code_challenge" value="\(challenge)">
      <input type="hidden" name="code_challenge_method" value="S256">
      """
    if let state { html = "\(html)<input type=\"hidden\" name=\"state\" value=\"\(state)\">" }
    return html
  }

  /// The query that begins the same request anew.
  var query: String {
    var fields: FormFields = [
      "continue": continueURL, "code_challenge": challenge, "code_challenge_method": "S256",
    ]
    if let state { fields.add("state", state) }
    return fields.encoded
  }

  /// Where a form that may end at the client leads, for `form-action`.
  var formTarget: String? {
    if let address = WebAddress(continueURL) { return address.origin }
    return continueURL.firstIndex(of: ":").map { String(continueURL[...$0]) }
  }

  /// Where the browser goes with a code.
  func answer(code: String) -> String { address(with: "code", code) }

  /// Where the browser goes when the person broke off (RFC 6749 §4.1.2.1).
  var cancelled: String { address(with: "error", "access_denied") }

  private func address(with name: String, _ value: String) -> String {
    var fields: FormFields = [name: value]
    if let state { fields.add("state", state) }
    return continueURL + (continueURL.contains("?") ? "&" : "?") + fields.encoded
  }
}
