package import BramleyCrypto

extension Accounts {
  /// Signs in, links or reauthenticates with a proven identity (R13–R27).
  package func signIn(with proof: IdentityProof, options: SignInOptions = SignInOptions(), client: ClientFacts = ClientFacts()) async throws(AccountsError) -> SignInOutcome {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Makes an anonymous account.
  package func signUpAnonymously(client: ClientFacts = ClientFacts()) async throws(AccountsError) -> SignedIn {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Makes an account with address and password, or gives both to the account of an ID token.
  package func signUp(email: String, password: Secret, displayName: String? = nil, linkTo idToken: String? = nil, client: ClientFacts = ClientFacts()) async throws(AccountsError) -> SignedIn {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Signs in with address and password.
  package func signIn(email: String, password: Secret, client: ClientFacts = ClientFacts()) async throws(AccountsError) -> SignedIn {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Signs in with a custom token (R5).
  package func signIn(customToken: String, client: ClientFacts = ClientFacts()) async throws(AccountsError) -> SignedIn {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Refreshes a session (R31–R34).
  package func refresh(_ token: Secret, client: ClientFacts = ClientFacts()) async throws(AccountsError) -> RefreshedSession {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Checks an ID token: signature, expiry, account, `validSince`, disabled, session (R11, R15).
  package func caller(idToken: String) async throws(AccountsError) -> Caller {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Finds accounts by any of their names, in the order asked, each once.
  package func accounts(by keys: [AccountKey]) async throws(AccountsError) -> [Account] {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Lists accounts by identifier, after one of them.
  package func list(after: Account.ID? = nil, limit: Int) async throws(AccountsError) -> [Account] {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Counts the accounts.
  package func count() async throws(AccountsError) -> Int {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Changes the own account.
  package func update(idToken: String, _ update: AccountUpdate, client: ClientFacts = ClientFacts()) async throws(AccountsError) -> UpdatedAccount {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Changes an account as an administrator; works on disabled ones.
  package func administer(_ id: Account.ID, _ update: AdministrativeUpdate) async throws(AccountsError) -> Account {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Makes an account as an administrator.
  package func create(id: Account.ID? = nil, _ update: AdministrativeUpdate) async throws(AccountsError) -> Account {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Imports accounts; the failures name those that were left out.
  package func importAccounts(_ accounts: [ImportedAccount], overwrites: Bool) async throws(AccountsError) -> [BatchFailure] {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Deletes the own account; needs a recent sign-in (R28).
  package func delete(idToken: String, client: ClientFacts = ClientFacts()) async throws(AccountsError) {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Deletes an account as an administrator.
  package func delete(_ id: Account.ID) async throws(AccountsError) {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Deletes accounts of a list; only disabled ones unless forced.
  package func delete(_ ids: [Account.ID], force: Bool) async throws(AccountsError) -> [BatchFailure] {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Deletes everything; development only (R2).
  package func deleteAll() async throws(AccountsError) {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Makes a session cookie from an ID token; it lives 300 s to 14 days.
  package func sessionCookie(idToken: String, lifetime: Duration = .seconds(1_209_600)) async throws(AccountsError) -> Secret {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Revokes the Apple grant that a token, code or handle names (R16, R18, R21, R28).
  package func revoke(_ token: Secret, kind: RevokedTokenKind, idToken: String, redirectURI: String? = nil, client: ClientFacts = ClientFacts()) async throws(AccountsError) {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// The sessions of the caller that have not ended, newest first.
  package func sessions(idToken: String) async throws(AccountsError) -> [Session] {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Ends sessions of the caller.
  package func endSessions(_ which: SessionSelection, idToken: String, client: ClientFacts = ClientFacts()) async throws(AccountsError) {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Ends the session of a refresh token; a token that is not good any more is no error.
  package func signOut(_ refreshToken: Secret, client: ClientFacts = ClientFacts()) async throws(AccountsError) {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Takes note of Apple's notification (R35); a repeat changes nothing (A31).
  package func receive(appleNotification body: [UInt8]) async throws(AccountsError) {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Whether Apple's authorization of the caller still holds.
  package func appleCredentialState(idToken: String) async throws(AccountsError) -> AppleCredentialState {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Records a consent of the caller.
  package func recordConsent(_ text: ConsentText, idToken: String, client: ClientFacts = ClientFacts()) async throws(AccountsError) {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// The consents of the caller.
  package func consents(idToken: String) async throws(AccountsError) -> [Consent] {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// The events of the caller after one of them, oldest first, at most 100; does not wait.
  package func events(after: Int64, idToken: String) async throws(AccountsError) -> [AuditEvent] {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Begins a web flow; the state goes to Apple and comes back once, within ten minutes.
  package func beginWebFlow(_ flow: WebFlow) async throws(AccountsError) -> Secret {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Takes a web flow by its state; the second taker gets nil, as does another browser (R39).
  package func takeWebFlow(state: String, browserBinding: String) async throws(AccountsError) -> WebFlow? {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Parks what Apple posted; the handle is good once, for two minutes.
  package func park(_ answer: ParkedAnswer) async throws(AccountsError) -> Secret {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Takes a parked answer by its handle.
  package func takeParked(_ handle: String) async throws(AccountsError) -> ParkedAnswer? {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Issues a one-time code of the hosted page flow, good for one minute.
  package func issuePageCode(_ code: PageCode) async throws(AccountsError) -> Secret {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Redeems a page code with its verifier for tokens of its session.
  package func redeem(pageCode: String, verifier: String, client: ClientFacts = ClientFacts()) async throws(AccountsError) -> RefreshedSession {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Keeps any small sealed text under a one-time handle: codes of mail links, telephone codes.
  package func keepOnce(_ payload: [UInt8], purpose: OneTimePurpose, lifetime: Duration) async throws(AccountsError) -> Secret {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Takes what is kept under a one-time handle; nil when unknown, used or too old.
  package func takeOnce(_ handle: String, purpose: OneTimePurpose) async throws(AccountsError) -> [UInt8]? {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Reads what is kept under a one-time handle without taking it.
  package func peekOnce(_ handle: String, purpose: OneTimePurpose) async throws(AccountsError) -> [UInt8]? {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// The browser token of a session, for a page's cookie.
  package func browserToken(for session: Session.ID) -> Secret {
    Secret(bytes: [])
  }

  /// Checks a browser token and its session.
  package func caller(browserToken: String) async throws(AccountsError) -> Caller {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Runs the jobs that are due; returns when the next one is.
  package func runJobs() async throws(AccountsError) -> Timestamp? {
    throw AccountsError(.unavailable, reason: "not built yet")
  }

  /// Removes what has expired: sessions, one-time rows, accounts whose time has come (R29, R34, R35).
  package func sweep() async throws(AccountsError) {
    throw AccountsError(.unavailable, reason: "not built yet")
  }
}
