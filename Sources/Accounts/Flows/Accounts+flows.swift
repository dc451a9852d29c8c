package import BramleyCrypto

extension Accounts {
  /// Keeps any small payload, sealed, under a one-time handle that is good for a while.
  package func keepOnce(_ payload: [UInt8], purpose: OneTimePurpose, lifetime: Duration)
    async throws(AccountsError) -> Secret
  {
    let (handle, row) = try oneTime(payload, purpose: purpose, lifetime: lifetime)
    let isKept = try await stored { (store) throws(StoreError) in
      try await store.keep(row.payload ?? [], purpose: purpose, key: row.key)
    }
    guard isKept else { throw AccountsError(.unavailable, reason: "a random handle came twice") }
    return handle
  }

  /// A new one-time handle and the row that keeps a payload, sealed, under it; nothing is written yet.
  func oneTime(_ payload: [UInt8], purpose: OneTimePurpose, lifetime: Duration) throws(AccountsError)
    -> (handle: Secret, row: OneTimeRow)
  {
    let expiry = time.now() + lifetime
    // The expiry in front names the row's place; the rest is 256 bits that nobody guesses.
    let bytes = OneTimeKey.prefix(expiry) + random.bytes(32)
    let row = OneTimeRow(
      purpose: purpose, key: OneTimeKey(expiry: expiry, digest: SHA256.digest(bytes).bytes),
      payload: try vault.seal(payload, for: .oneTime(purpose)))
    return (Secret(bytes: Base64URL.encodeToBytes(bytes)), row)
  }

  /// Takes what is kept under a one-time handle; nil when unknown, used or too old. Of several takers
  /// exactly one gets it.
  package func takeOnce(_ handle: String, purpose: OneTimePurpose) async throws(AccountsError) -> [UInt8]? {
    guard let key = Self.key(ofHandle: handle) else { return nil }
    let now = time.now()
    let sealed = try await stored { (store) throws(StoreError) in
      try await store.take(purpose: purpose, key: key, now: now)
    }
    return sealed.flatMap { vault.open($0, for: .oneTime(purpose)) }
  }

  /// Reads what is kept under a one-time handle without taking it (R30: a GET never consumes).
  package func peekOnce(_ handle: String, purpose: OneTimePurpose) async throws(AccountsError) -> [UInt8]? {
    guard let key = Self.key(ofHandle: handle) else { return nil }
    let now = time.now()
    let sealed = try await stored { (store) throws(StoreError) in
      try await store.peek(purpose: purpose, key: key, now: now)
    }
    return sealed.flatMap { vault.open($0, for: .oneTime(purpose)) }
  }

  static func key(ofHandle handle: String) -> OneTimeKey? {
    guard handle.utf8.count == 48, let bytes = Base64URL.decode(handle), bytes.count == 36 else {
      return nil
    }
    let seconds = bytes.prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return OneTimeKey(expiry: Timestamp(seconds: seconds), digest: SHA256.digest(bytes).bytes)
  }

  /// Begins a web flow; the state goes to Apple and comes back once, within ten minutes.
  package func beginWebFlow(_ flow: WebFlow, client: ClientFacts = ClientFacts())
    async throws(AccountsError) -> Secret
  {
    try await admit(.webFlow, client)
    return try await keepOnce(try SealedJSON.encode(flow), purpose: .webFlow, lifetime: .seconds(600))
  }

  /// Reads a web flow without taking it, for a page that only shows where it leads.
  package func peekWebFlow(state: String) async throws(AccountsError) -> WebFlow? {
    try await peekOnce(state, purpose: .webFlow).flatMap { SealedJSON.decode(WebFlow.self, from: $0) }
  }

  /// Takes a web flow by its state; the second taker gets nil, as does another browser (R39).
  ///
  /// - Parameter browserBinding: Hex SHA-256 of the browser's cookie.
  package func takeWebFlow(state: String, browserBinding: String) async throws(AccountsError) -> WebFlow? {
    // Looked at first: another browser must not be able to spend the flow of the one that began it.
    guard let flow = try await peekWebFlow(state: state),
      constantTimeEquals(flow.browserBinding, browserBinding),
      let taken = try await takeOnce(state, purpose: .webFlow)
    else { return nil }
    try await noteSpent(state)
    return SealedJSON.decode(WebFlow.self, from: taken)
  }

  /// Why a web flow was not to be had, for the log: the person is not told the reasons apart (FR-22).
  package func reasonAgainstWebFlow(state: String) async throws(AccountsError) -> String {
    guard let key = Self.key(ofHandle: state) else { return "unknown" }
    let now = time.now()
    if key.expiry < now { return "expired" }
    if try await peekWebFlow(state: state) != nil { return "begun in another browser" }
    let spent = try await stored { (store) throws(StoreError) in
      try await store.peek(purpose: .spentWebFlow, key: key, now: now)
    }
    return spent == nil ? "unknown" : "used"
  }

  /// Leaves a mark that tells a used state from one that never was, until the state would have expired.
  private func noteSpent(_ state: String) async throws(AccountsError) {
    guard let key = Self.key(ofHandle: state) else { return }
    _ = try await stored { (store) throws(StoreError) in
      try await store.keep([], purpose: .spentWebFlow, key: key)
    }
  }

  /// Parks what Apple posted; the handle is good once, for two minutes (R39).
  package func park(_ answer: ParkedAnswer, client: ClientFacts = ClientFacts())
    async throws(AccountsError) -> Secret
  {
    try await admit(.webFlow, client)
    return try await keepOnce(try SealedJSON.encode(answer), purpose: .parkedAnswer, lifetime: .seconds(120))
  }

  /// Takes a parked answer by its handle.
  package func takeParked(_ handle: String) async throws(AccountsError) -> ParkedAnswer? {
    try await takeOnce(handle, purpose: .parkedAnswer).flatMap {
      SealedJSON.decode(ParkedAnswer.self, from: $0)
    }
  }

  /// Issues a one-time code of the hosted page flow, good for one minute.
  package func issuePageCode(_ code: PageCode) async throws(AccountsError) -> Secret {
    try await keepOnce(try SealedJSON.encode(code), purpose: .pageCode, lifetime: .seconds(60))
  }

  /// Redeems a page code with its verifier for tokens of its session; else `INVALID_GRANT` (RFC 7636 §4.6).
  package func redeem(pageCode: String, verifier: String, client: ClientFacts = ClientFacts())
    async throws(AccountsError) -> RefreshedSession
  {
    try await admit(.pageCode, client)
    guard let bytes = try await takeOnce(pageCode, purpose: .pageCode),
      let code = SealedJSON.decode(PageCode.self, from: bytes),
      (43...128).contains(verifier.utf8.count),
      constantTimeEquals(Base64URL.encode(SHA256.digest(utf8: verifier).bytes), code.challenge),
      let id = Session.ID(text: code.session)
    else { throw AccountsError(.invalidGrant) }
    let state = try await stored { (store) throws(StoreError) in try await store.state(of: id) }
    guard let session = state?.session, session.end == nil else { throw AccountsError(.tokenExpired) }
    // The page kept no refresh token of it: the client starts with the successor of the first.
    return try await rotate(session: id, generation: session.generation, client)
  }
}
