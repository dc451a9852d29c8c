import BramleyHTTP

/// A request to `/auth/authorize` that passed every check of Apple's.
///
/// - Standard: Apple, "Request an authorization to the Sign in with Apple server"; the fact sheet's §2.
struct AuthorizationRequest: Sendable {
  /// How the answer travels.
  enum Mode: String, Sendable {
    case query, fragment
    case formPost = "form_post"
    /// A message to the page that opened the popup; Apple's script alone uses it.
    case webMessage = "web_message"
  }

  let client: Client
  let redirectURI: String
  let wantsIdentityToken: Bool
  let mode: Mode
  let scopes: Set<AuthorizationScope>
  let state: String?
  let nonce: String?
  let challenge: CodeChallenge?
  /// The query as it came; the page's form repeats it.
  let query: String

  /// Apple's page for anything missing, repeated or malformed, as seen in the wild.
  static let malformed =
    "Request missing required parameter or unsupported parameters or invalid redirect url"

  /// Parses and judges a query.
  ///
  /// - Parameter lookUp: Finds a registered client and the profile that its Return URLs are judged by.
  init(query: String, lookUp: (String) -> (client: Client, profile: ReturnURLProfile)?) throws(Refusal) {
    guard let fields = FormFields(parsing: query, limit: 64) else {
      throw .page(.invalidRequest, Self.malformed, reason: "The query is not percent-encoded UTF-8.")
    }
    if fields.hasRepeatedName {
      throw .page(.invalidRequest, Self.malformed, reason: "A parameter stands more than once.")
    }
    func value(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
    self.query = query
    client = try Self.client(value("client_id"), value("redirect_uri"), lookUp)
    redirectURI = value("redirect_uri") ?? ""
    wantsIdentityToken = try Self.responseType(value("response_type"))
    scopes = try Self.scopes(value("scope"))
    mode = try Self.mode(value("response_mode"), wantsIdentityToken: wantsIdentityToken, scopes: scopes)
    state = fields["state"]
    nonce = value("nonce")
    challenge = try Self.challenge(value("code_challenge"), method: value("code_challenge_method"))
  }

  private static func client(
    _ clientID: String?, _ redirectURI: String?,
    _ lookUp: (String) -> (client: Client, profile: ReturnURLProfile)?
  ) throws(Refusal) -> Client {
    guard let clientID else {
      throw .page(.invalidRequest, malformed, reason: "client_id is missing.")
    }
    guard let (client, profile) = lookUp(clientID) else {
      throw .page(
        .invalidClient, "Invalid client id or web redirect url.",
        reason: "client_id is not registered; the comparison is exact and takes no Team ID prefix.")
    }
    guard let redirectURI else {
      throw .page(.invalidRequest, malformed, reason: "redirect_uri is missing.")
    }
    let message = "Invalid web redirect url."
    // Exact text against exact text: no decoding, no case folding, no prefixes (A28, A29, A30).
    guard client.redirectURIs.contains(where: { $0.utf8.elementsEqual(redirectURI.utf8) }) else {
      throw .page(
        .invalidRequest, message,
        reason: "redirect_uri is not one of the Return URLs of \(clientID); the comparison is exact.")
    }
    if let violation = ReturnURLRule.violation(of: redirectURI, profile: profile) {
      throw .page(.invalidRequest, message, reason: violation)
    }
    return client
  }

  private static func responseType(_ text: String?) throws(Refusal) -> Bool {
    guard let text else {
      throw .page(.invalidRequest, malformed, reason: "response_type is missing.")
    }
    switch text.split(separator: " ").sorted() {
    case ["code"]: return false
    case ["code", "id_token"]: return true
    default:
      throw .page(
        .invalidRequest, malformed, reason: "response_type is neither \"code\" nor \"code id_token\".")
    }
  }

  private static func scopes(_ text: String?) throws(Refusal) -> Set<AuthorizationScope> {
    var scopes: Set<AuthorizationScope> = []
    for word in (text ?? "").split(separator: " ") where word != "openid" {
      guard let scope = AuthorizationScope(rawValue: String(word)) else {
        throw .page(.invalidScope, "Invalid scope.", reason: "The only scopes are name and email.")
      }
      scopes.insert(scope)
    }
    return scopes
  }

  private static func mode(
    _ text: String?, wantsIdentityToken: Bool, scopes: Set<AuthorizationScope>
  ) throws(Refusal) -> Mode {
    guard let mode = text.map(Mode.init(rawValue:)) ?? (wantsIdentityToken ? .fragment : .query) else {
      throw .page(
        .invalidRequest, "Invalid response mode",
        reason: "response_mode is none of query, fragment, form_post, web_message.")
    }
    if !scopes.isEmpty, mode != .formPost, mode != .webMessage {
      throw .page(
        .invalidRequest, "response_mode must be form_post when name or email scope is requested.",
        reason: "Scopes were asked for with another response_mode than form_post.")
    }
    if wantsIdentityToken, mode == .query {
      throw .page(
        .invalidRequest, "Invalid response mode",
        reason: "An id_token never travels in a query; use fragment or form_post.")
    }
    return mode
  }

  private static func challenge(_ text: String?, method: String?) throws(Refusal) -> CodeChallenge? {
    guard let text else {
      if method != nil {
        throw .page(
          .invalidRequest, malformed, reason: "code_challenge_method stands without code_challenge.")
      }
      return nil
    }
    // RFC 7636 §4.3: plain when no method is named.
    guard let method = CodeChallenge.Method(rawValue: method ?? "plain") else {
      throw .page(
        .invalidRequest, malformed, reason: "code_challenge_method is neither S256 nor plain.")
    }
    guard CodeChallenge.isWellFormed(text) else {
      throw .page(
        .invalidRequest, malformed,
        reason: "code_challenge is not 43 to 128 unreserved characters (RFC 7636 §4.2).")
    }
    return CodeChallenge(method: method, text: text)
  }
}
