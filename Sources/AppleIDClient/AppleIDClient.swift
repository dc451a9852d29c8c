public import AppleIdentity
public import BramleyCrypto
public import BramleyHTTP

/// Apple's service over HTTP: keys, token endpoint, revocation and migration.
///
/// Every call is sent as a form, with a deadline, and is sent a second time only where that is safe. What
/// Apple answers becomes an ``AppleServiceError`` that says whose fault it is; silence, server errors and
/// pages in HTML are Apple's and blame no credential.
public final class AppleIDClient: AppleService {
  /// Where Apple is.
  public let endpoints: AppleEndpoints
  /// Apple's keys.
  public let keys: AppleKeySetCache
  let desk: ClientSecretDesk
  let caller: AppleCaller
  let clock: any AppleClientClock
  let migrationTokens = MigrationTokens()

  /// A client of Apple, or of an emulator.
  ///
  /// - Parameters:
  ///   - endpoints: Apple, or an emulator.
  ///   - credentials: The team's key; nil where nothing is exchanged or revoked, only keys are read.
  ///   - http: What sends the requests.
  ///   - keys: The key set's cache; made with the same endpoints.
  ///   - clock: Tells the time and waits.
  public init(
    endpoints: AppleEndpoints = .apple, credentials: AppleClientCredentials?, http: any HTTPSending,
    keys: AppleKeySetCache, clock: any AppleClientClock = AppleSystemClock()
  ) {
    self.endpoints = endpoints
    self.keys = keys
    self.clock = clock
    desk = ClientSecretDesk(credentials)
    caller = AppleCaller(http: http)
  }

  /// Whether there is a key for client secrets.
  public var canCall: Bool { desk.hasKey }

  /// Uses another key from now on, as after the configuration was read anew (FR-10).
  public func use(_ credentials: AppleClientCredentials?) { desk.replace(credentials) }

  /// Gives Apple's public keys: at once when a set is at hand, else after a bounded wait.
  public func keySet(lacking unknown: String?) async throws(AppleServiceError) -> AppleKeySet {
    guard let unknown else { return try await keys.keySet() }
    return try await keys.keySet(refreshedFor: unknown)
  }

  /// Exchanges an authorization code.
  public func exchange(_ request: AppleCodeExchange) async throws(AppleServiceError) -> AppleTokenAnswer {
    var fields: FormFields = ["grant_type": "authorization_code", "code": try Self.text(request.code)]
    // For native codes the field must be missing; an empty one is an error.
    if let redirectURI = request.redirectURI { fields.add("redirect_uri", redirectURI) }
    if let verifier = request.codeVerifier { fields.add("code_verifier", try Self.text(verifier)) }
    let answer = try await call(
      .exchange, at: endpoints.token, .token, clientID: request.clientID, fields: fields,
      repeating: .whenUntouched)
    let members = try TokenAnswerMembers.read(answer)
    guard let identityToken = members.idToken, !identityToken.isEmpty else {
      throw TokenAnswerMembers.incomplete("id_token")
    }
    return AppleTokenAnswer(
      identityToken: identityToken, refreshToken: members.refreshToken.map { Secret(utf8: $0) },
      accessToken: members.accessToken.map { Secret(utf8: $0) })
  }

  /// Asks whether a refresh token is still good (R37).
  public func validate(refreshToken: Secret, clientID: String) async throws(AppleServiceError) {
    let answer = try await call(
      .validation, at: endpoints.token, .token, clientID: clientID,
      fields: ["grant_type": "refresh_token", "refresh_token": try Self.text(refreshToken)],
      repeating: .always)
    guard try TokenAnswerMembers.read(answer).accessToken?.isEmpty == false else {
      throw TokenAnswerMembers.incomplete("access_token")
    }
  }

  /// Revokes a token and with it the person's grant to the client.
  public func revoke(
    _ token: Secret, kind: AppleTokenKind, clientID: String
  ) async throws(AppleServiceError) {
    _ = try await call(
      .revocation, at: endpoints.revocation, .revocation, clientID: clientID,
      fields: ["token": try Self.text(token), "token_type_hint": kind.rawValue], repeating: .always)
  }

  /// Sends a form with a client secret; tries the other key when Apple does not take the first one's.
  func call(
    _ operation: AppleOperation, at url: String, _ endpoint: AppleEndpoint, clientID: String,
    fields: FormFields, bearer: Secret? = nil, repeating repetition: AppleCaller.Repetition
  ) async throws(AppleServiceError) -> OutgoingResponse {
    var refused: AppleServiceError?
    for signer in try desk.signers() {
      let secret = try Self.text(
        desk.secret(for: ClientID(clientID), signer: signer, at: clock.now()))
      var form: FormFields = ["client_id": clientID, "client_secret": secret]
      for field in fields.fields { form.add(field.name, field.value) }
      let token = bearer?.revealText()
      let response = try await caller.post(
        url, form: form, bearer: token, to: endpoint, repeating: repetition)
      guard response.status != 200, let refusal = AppleRefusal(body: response.body) else {
        desk.noteAccepted(signer)
        return response
      }
      let hidden = fields.fields.map(\.value).filter { $0.utf8.count > 8 } + [secret, token ?? ""]
      let error = operation.error(
        for: refusal.code, description: refusal.cleanedDescription(hiding: hidden), clientID: clientID)
      // The secret is judged first, so a code or token is untouched by this refusal.
      guard refusal.code == .invalidClient else { throw error }
      refused = refused ?? error
    }
    throw refused
      ?? AppleServiceError(.notConfigured, fault: .configuration, message: "No key is configured.")
  }

  private static func text(_ secret: Secret) throws(AppleServiceError) -> String {
    guard let text = secret.revealText(), !text.isEmpty else {
      throw AppleServiceError(
        .invalidRequest, fault: .credential,
        message: "The code or token is empty or no text; Apple was not asked.")
    }
    return text
  }
}
