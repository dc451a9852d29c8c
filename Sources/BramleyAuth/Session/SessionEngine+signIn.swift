import AppleSignIn
import Foundation

extension SessionEngine {
  /// How a sign-in is meant.
  enum Purpose: Sendable, Equatable {
    case signIn
    case link(ConsentStatement?)
    case reauthenticate
  }

  func signIn(_ credential: AuthCredential) async throws(AuthError) -> AuthDataResult {
    try? await ready()  // a locked storage must not keep anyone from signing in
    await keep(credential)
    let answer = try await prove(credential, .signIn, idToken: nil)
    return try await begin(answer, credential)
  }

  func signInAnonymously() async throws(AuthError) -> AuthDataResult {
    try await ready()
    if let session, session.account.providerUserInfo?.isEmpty ?? true, session.account.email == nil {
      return result(session, AdditionalUserInfo(providerID: nil, isNewUser: false, profile: nil), nil)
    }
    return try await begin(try await client.call(.signUp, WireBodies.Password()), nil)
  }

  func createUser(_ email: String, _ password: String) async throws(AuthError) -> AuthDataResult {
    let body = WireBodies.Password(email: email, password: password)
    var answer: WireAnswers.SignIn = try await client.call(.signUp, body)
    answer.isNewUser = true
    return try await begin(answer, nil)
  }

  func signIn(customToken: String) async throws(AuthError) -> AuthDataResult {
    try await begin(
      try await client.call(.signInWithCustomToken, WireBodies.CustomToken(token: customToken)), nil)
  }

  /// Name and address of a first authorization are safe before anything is sent.
  func keep(_ credential: AuthCredential) async {
    guard case .apple(let pieces) = credential.proof,
      pieces.name?.givenName ?? pieces.name?.familyName != nil,
      let claims = TokenClaims(pieces.identityToken)
    else { return }
    await configuration.vault.keep(
      FirstAuthorization(
        user: AppleUserID(claims.sub), name: pieces.name, email: claims.email, at: configuration.now()))
  }

  /// Sends a proof and sorts the answers that look like a success and are none.
  func prove(
    _ credential: AuthCredential, _ purpose: Purpose, idToken: String?
  ) async throws(AuthError) -> WireAnswers.SignIn {
    var consent: ConsentStatement?
    if case .link(let given) = purpose { consent = given }
    let answer: WireAnswers.SignIn
    switch credential.proof {
    case .password(let email, let password):
      // A password is linked by the call that makes accounts with one.
      let body = WireBodies.Password(email: email, password: password, idToken: idToken, consent: consent)
      answer = try await client.call(idToken == nil ? .signInWithPassword : .signUp, body)
    case .apple(let pieces):
      var body = WireBodies.IdpSignIn(postBody: PostBody(pieces).text, idToken: idToken, consent: consent)
      body.autoCreate = purpose != .reauthenticate
      answer = try await client.call(.signInWithIdp, body)
    case .pending(let token, let postBody):
      var body = WireBodies.IdpSignIn(
        postBody: postBody?.text, pendingToken: token, idToken: idToken, consent: consent)
      body.autoCreate = purpose != .reauthenticate
      answer = try await client.call(.signInWithIdp, body)
    }
    if let conflict = Self.conflict(answer, credential) { throw conflict }
    return answer
  }

  private static func conflict(_ answer: WireAnswers.SignIn, _ old: AuthCredential) -> AuthError? {
    let message = answer.errorMessage ?? ""
    guard !message.isEmpty || answer.needConfirmation == true else { return nil }
    let constant = message.split(separator: ":").first.map { $0.trimmingCharacters(in: .whitespaces) }
    var error =
      answer.needConfirmation == true
      ? AuthError(.accountExistsWithDifferentCredential, "Sign in the way the account knows, then link.")
      : AuthError(WireConstants.code(constant ?? "", detail: ""), message)
    error.constant = constant ?? "NEED_CONFIRMATION"
    error.email = answer.email
    error.otherProviders = answer.verifiedProvider ?? []
    if let token = answer.pendingToken {
      error.updatedCredential = AuthCredential(
        provider: answer.providerId ?? old.provider, proof: .pending(token: token, postBody: nil))
    }
    return error
  }

  /// Begins a session from a good answer; it is stored before the look-up that completes it.
  func begin(
    _ answer: WireAnswers.SignIn, _ credential: AuthCredential?
  ) async throws(AuthError) -> AuthDataResult {
    let new = try session(from: answer, credential)
    await adopt(new)
    // The person is signed in by now: a look-up that fails is made up for later.
    try? await reload()
    guard let session, session.id == new.id else {
      throw AuthError(.nullUser, "The session ended while it began.")
    }
    return result(session, AdditionalUserInfo(answer), credential)
  }

  func session(
    from answer: WireAnswers.SignIn, _ credential: AuthCredential?
  ) throws(AuthError) -> StoredSession {
    guard let idToken = answer.idToken, let refreshToken = answer.refreshToken,
      let claims = TokenClaims(idToken), let lifetime = answer.expiresIn.flatMap(TimeInterval.init),
      answer.localId == nil || answer.localId == claims.sub
    else { throw AuthError(.internalError, "The sign-in answer lacks a token.") }
    var account = AccountRecord(localId: claims.sub)
    account.email = answer.email
    account.emailVerified = answer.emailVerified
    account.displayName = answer.displayName
    return StoredSession(
      refreshToken: refreshToken, idToken: idToken, receivedAt: configuration.now(), lifetime: lifetime,
      account: account, appleUser: Self.appleUser(credential))
  }

  static func appleUser(_ credential: AuthCredential?) -> AppleUserID? {
    guard case .apple(let pieces)? = credential?.proof else { return nil }
    return TokenClaims(pieces.identityToken).map { AppleUserID($0.sub) }
  }

  func result(
    _ session: StoredSession, _ info: AdditionalUserInfo?, _ credential: AuthCredential?
  ) -> AuthDataResult {
    AuthDataResult(
      user: board.currentUser ?? User(session.account, engine: self), additionalUserInfo: info,
      credential: credential)
  }

  /// Looks the account up; a name at the service empties the vault.
  func reload() async throws(AuthError) {
    let answer: WireAnswers.Lookup = try await authorized(.lookup) { WireBodies.Identified(idToken: $0) }
    guard let record = answer.users?.first, let session, record.localId == session.account.localId else {
      throw AuthError(.internalError, "The look-up shows another account.")
    }
    let apple = record.providerUserInfo?.first { $0.providerID == "apple.com" }?.uid.map(AppleUserID.init(_:))
    let isChanged = session.account != record.kept
    await change(session.id) {
      $0.account = record.kept
      $0.appleUser = apple ?? $0.appleUser
    }
    if let apple, record.displayName?.isEmpty == false {
      do { try await configuration.vault.erase(apple) } catch { note(.init(.storageFailed, "vault"), error) }
    }
    if isChanged { board.emit(.accountChanged) }
  }
}
