extension Accounts {
  /// Signs in, links or reauthenticates with a proven identity (R13–R27).
  ///
  /// Verify → one transaction → the exchange of the code as a job that is started at once (R17).
  package func signIn(
    with proof: IdentityProof, options: SignInOptions = SignInOptions(), client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> SignInOutcome {
    try await admit(.signIn, client)
    let now = time.now()
    var link: SignInAttempt.LinkTarget?
    if let idToken = options.linkTo {
      let caller = try check(idToken: idToken, at: now)
      try requireConsent(options.consent, client)
      link = SignInAttempt.LinkTarget(caller: caller, consent: options.consent)
    }
    if case .pending = proof, !options.createsAccount {
      throw AccountsError(.invalidPendingToken, reason: "not good for reauthentication")
    }
    var proven = try await prove(proof, client: client, at: now)
    var isKnown = try await recognize(&proven, linkingTo: link?.caller.account)
    var result = try await signIn(
      proven, link: link, createsAccount: options.createsAccount && !isKnown, client: client, at: now)
    // Moved to the other team between the look and the transaction: looked up once more, never made anew.
    if isKnown, case .notFound = result {
      isKnown = try await recognize(&proven, linkingTo: link?.caller.account)
      result = try await signIn(
        proven, link: link, createsAccount: options.createsAccount && !isKnown, client: client, at: now)
    }
    // A link is made by somebody who is signed in already.
    if case .signedIn(let opened) = result, link == nil {
      do throws(AccountsError) {
        try await requireSecondFactor(opened.account, opened.session, at: now)
      } catch {
        if let job = opened.job { start(job) }
        throw error
      }
    }
    return try outcome(of: result, proven: proven, at: now)
  }

  private func signIn(
    _ proven: ProvenIdentity, link: SignInAttempt.LinkTarget?, createsAccount: Bool, client: ClientFacts,
    at now: Timestamp
  ) async throws(AccountsError) -> SignInResult {
    let attempt = SignInAttempt(
      now: now, identity: proven.identity, credential: proven.spending, link: link,
      createsAccount: createsAccount, onePerEmail: onePerEmail,
      displayName: proven.displayName, candidate: identifiers.accountID(),
      session: SessionDraft(
        id: identifiers.sessionID(), provider: proven.identity.provider, clientID: proven.clientID,
        client: client, authTime: proven.authTime),
      exchange: try proven.exchange.map { (exchange) throws(AccountsError) in
        try draft(exchange, subject: proven.identity.subject)
      })
    return try await stored { (store) throws(StoreError) in try await store.signIn(attempt) }
  }

  private func outcome(of result: SignInResult, proven: ProvenIdentity, at now: Timestamp)
    throws(AccountsError) -> SignInOutcome
  {
    switch result {
    case .signedIn(let opened):
      if let job = opened.job { start(job) }
      var profile = proven.profile
      if proven.identity.provider == .apple {
        profile.accessToken = try opened.grant.map { (grant) throws(AccountsError) in
          try handle(of: grant, account: opened.account.id)
        }
      }
      return .signedIn(
        SignedIn(
          account: opened.account, tokens: try sessionTokens(opened.account, opened.session, at: now),
          isNewAccount: opened.isNewAccount, profile: profile, provider: proven.identity.provider))
    case .needsConfirmation(let providers):
      return .needsConfirmation(
        proven.profile, verifiedProviders: providers, pendingToken: try pendingToken(of: proven, at: now))
    case .conflict(let conflict):
      return .conflict(conflict, proven.profile, pendingToken: try pendingToken(of: proven, at: now))
    case .notFound: return .notFound(proven.profile)
    case .refused(let error): throw error
    case .duplicate:
      if proven.spending?.purpose == .pendingCredential { throw AccountsError(.invalidPendingToken) }
      throw AccountsError(
        .missingOrInvalidNonce, "Duplicate credential received. Please try again with a new credential.")
    }
  }

  /// Refuses a link without the consent that it needs (R27).
  private func requireConsent(_ consent: ConsentText?, _ client: ClientFacts) throws(AccountsError) {
    let isNeeded =
      switch policy.requiresConsent {
      case .never: false
      case .own: client.clientVersion?.hasPrefix("BramleyAuth/") == true
      case .always: true
      }
    guard isNeeded, consent == nil else { return }
    throw AccountsError(
      .operationNotAllowed,
      "CONSENT_REQUIRED Linking needs the person's consent: send `consent` with kind, version, text, locale.")
  }

  private func prove(_ proof: IdentityProof, client: ClientFacts, at now: Timestamp)
    async throws(AccountsError)
    -> ProvenIdentity
  {
    switch proof {
    case .apple(let credential): try await prove(credential, client: client, at: now)
    case .appleCode(let credential): try await prove(credential, at: now)
    case .madeUp(let provider, let token): try prove(provider, token: token)
    case .pending(let token): try prove(pendingToken: token, at: now)
    case .event(let handle, let sessionID):
      try await prove(try await self.proof(ofEvent: handle, sessionID: sessionID), client: client, at: now)
    }
  }

  /// Seals what a job or grant needs of an exchange.
  func draft(_ exchange: PendingExchange, subject: String) throws(AccountsError) -> ExchangeDraft {
    if let token = exchange.refreshToken {
      let sealed = try vault.seal(
        Array(token.utf8), for: .appleToken(subject: subject, clientID: exchange.clientID))
      return ExchangeDraft(
        clientID: exchange.clientID, codeHash: exchange.codeHash, sealed: sealed, isDone: true)
    }
    let sealed = try vault.seal(
      try SealedJSON.encode(exchange), for: .exchange(subject: subject, clientID: exchange.clientID))
    return ExchangeDraft(clientID: exchange.clientID, codeHash: exchange.codeHash, sealed: sealed)
  }
}
