/// Everything that the transaction of a sign-in with an identity needs, checked and made ready before.
package struct SignInAttempt: Sendable {
  /// The instant.
  package var now: Timestamp
  /// The identity as the proof shows it.
  package var identity: Identity
  /// What is spent: if it is already, the attempt is a duplicate. Nil for made-up proofs of development.
  package var credential: Spending?
  /// The account to link to, when the caller presented an ID token.
  package var link: LinkTarget?
  /// Whether an account may be made.
  package var createsAccount: Bool
  /// Whether an address belongs to one account only.
  package var onePerEmail: Bool
  /// The name of a first authorization, cleaned (R24).
  package var displayName: String?
  /// The identifier for an account that has to be made.
  package var candidate: Account.ID
  /// The session to open.
  package var session: SessionDraft
  /// The code that came along, to be exchanged by a job (R17).
  package var exchange: ExchangeDraft?

  /// A proof that counts once.
  package struct Spending: Sendable {
    /// What the proof is.
    package var purpose: OneTimePurpose
    /// Its key.
    package var key: OneTimeKey
    /// The request that brings it; the same request within two minutes is answered again (R20).
    package var request: RequestIdentity?

    package init(purpose: OneTimePurpose, key: OneTimeKey, request: RequestIdentity? = nil) {
      self.purpose = purpose
      self.key = key
      self.request = request
    }
  }

  /// Where a link goes.
  package struct LinkTarget: Sendable {
    /// The caller's session; read again inside the transaction.
    package var caller: CallerCheck
    /// The consent to record with the link.
    package var consent: ConsentText?

    package init(caller: CallerCheck, consent: ConsentText? = nil) {
      self.caller = caller
      self.consent = consent
    }
  }

  package init(
    now: Timestamp, identity: Identity, credential: Spending?, link: LinkTarget? = nil,
    createsAccount: Bool = true, onePerEmail: Bool = true, displayName: String? = nil,
    candidate: Account.ID, session: SessionDraft, exchange: ExchangeDraft? = nil
  ) {
    self.now = now
    self.identity = identity
    self.credential = credential
    self.link = link
    self.createsAccount = createsAccount
    self.onePerEmail = onePerEmail
    self.displayName = displayName
    self.candidate = candidate
    self.session = session
    self.exchange = exchange
  }
}

/// The claims of a checked ID token, to be judged against the rows inside a transaction.
package struct CallerCheck: Sendable, Hashable {
  /// The token's `sub`.
  package var account: Account.ID
  /// The token's `sid`.
  package var session: Session.ID
  /// The token's `iat`.
  package var issuedAt: Timestamp

  package init(account: Account.ID, session: Session.ID, issuedAt: Timestamp) {
    self.account = account
    self.session = session
    self.issuedAt = issuedAt
  }
}

/// A session before its account is known.
package struct SessionDraft: Sendable {
  package var id: Session.ID
  package var provider: ProviderID
  package var clientID: String?
  package var client: ClientFacts
  package var customClaims: String?
  /// When the person proved who they are, where that was before now (R19).
  package var authTime: Timestamp?

  package init(
    id: Session.ID, provider: ProviderID, clientID: String? = nil, client: ClientFacts = ClientFacts(),
    customClaims: String? = nil, authTime: Timestamp? = nil
  ) {
    self.authTime = authTime
    self.id = id
    self.provider = provider
    self.clientID = clientID
    self.client = client
    self.customClaims = customClaims
  }

  /// The session on an account.
  package func session(of account: Account.ID, at now: Timestamp) -> Session {
    var session = Session(id: id, account: account, at: now, signInProvider: provider)
    session.clientID = clientID
    session.userAgent = client.userAgent
    session.address = client.address
    session.customClaims = customClaims
    if let authTime { session.authTime = authTime }
    return session
  }
}

/// A code to be exchanged after the sign-in.
package struct ExchangeDraft: Sendable {
  /// The Apple client id that the code was issued to.
  package var clientID: String
  /// The first 16 bytes of SHA-256 over the code (R18).
  package var codeHash: [UInt8]
  /// The code with what its exchange needs, or Apple's refresh token; sealed.
  package var sealed: [UInt8]
  /// Whether the exchange is done already and `sealed` is Apple's refresh token.
  package var isDone = false

  package init(clientID: String, codeHash: [UInt8], sealed: [UInt8], isDone: Bool = false) {
    self.isDone = isDone
    self.clientID = clientID
    self.codeHash = codeHash
    self.sealed = sealed
  }
}

/// How the transaction of a sign-in ended.
package enum SignInResult: Sendable {
  /// A session is open.
  case signedIn(Opened)
  /// The address belongs to an account with these providers (R23); only the proof was spent.
  case needsConfirmation(providers: [ProviderID])
  /// Identity or address is taken; only the proof was spent.
  case conflict(SignInOutcome.Conflict)
  /// No account matches and none may be made; nothing was written.
  case notFound
  /// The proof was spent before; nothing was written.
  case duplicate
  /// The caller or the account may not; nothing was written but audit (R42).
  case refused(AccountsError)
}

/// What a transaction that opened a session leaves.
package struct Opened: Sendable {
  package var account: Account
  package var session: Session
  package var isNewAccount: Bool
  package var grant: Grant.ID?
  package var job: Job.ID?

  package init(
    account: Account, session: Session, isNewAccount: Bool = false, grant: Grant.ID? = nil, job: Job.ID? = nil
  ) {
    self.account = account
    self.session = session
    self.isNewAccount = isNewAccount
    self.grant = grant
    self.job = job
  }
}
