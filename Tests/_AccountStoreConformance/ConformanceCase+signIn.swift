import Accounts

extension ConformanceCase {
  static let signIn = [
    ConformanceCase("a spent credential is a duplicate and changes nothing (R13)") { store in
      _ = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 1, credential: "c"))
        .opened()
      let before = try await store.dump()
      let again = try await store.signIn(
        Samples.attempt(Samples.identity("ann"), session: 2, credential: "c"))
      try require(again.isDuplicate, "found \(again)")
      try requireEqual(try await store.dump(), before)
    },
    ConformanceCase("a new identity makes an account with everything that came (R22, R45)") { store in
      var attempt = Samples.attempt(Samples.identity("ann", email: "ann@example.com"), session: 1)
      attempt.displayName = "Ann Bell"
      let opened = try await store.signIn(attempt).opened()
      try require(opened.isNewAccount, "not new")
      let account = try requireValue(try await store.accounts(by: [.id(opened.account.id)]).first)
      try requireEqual(account.email, "ann@example.com")
      try requireEqual(account.isEmailVerified, true)
      try requireEqual(account.displayName, "Ann Bell")
      try requireEqual(account.lastLoginAt, Samples.start)
      let identity = try requireValue(account.identity(of: .apple))
      try requireEqual(identity.subject, "ann")
      try requireEqual(identity.realUserStatus, 2)
      try requireEqual(identity.firstAuthorizedAt, Samples.start)
      try requireEqual(identity.email, "ann@example.com")
      let state = try requireValue(try await store.state(of: opened.session.id))
      try requireEqual(state.session.account, opened.account.id)
      try requireEqual(state.session.userAgent, "suite")
    },
    ConformanceCase("a returning identity signs in to its account; no email keeps the email (FR-28)") {
      store in
      let first = try await store.signIn(
        Samples.attempt(Samples.identity("ann", email: "ann@example.com"), session: 1)
      ).opened()
      let later = Samples.start + .seconds(60)
      let second = try await store.signIn(
        Samples.attempt(Samples.identity("ann"), session: 2, at: later)
      ).opened()
      try requireEqual(second.account.id, first.account.id)
      try require(!second.isNewAccount, "made again")
      let account = try requireValue(try await store.accounts(by: [.id(first.account.id)]).first)
      try requireEqual(account.email, "ann@example.com")
      try requireEqual(account.identity(of: .apple)?.email, "ann@example.com")
      try requireEqual(account.lastLoginAt, later)
      try requireEqual(try await store.sessions(of: account.id).map(\.id.number), [2, 1])
    },
    ConformanceCase("no account and none may be made: nothing is written (R25)") { store in
      let before = try await store.dump()
      let result = try await store.signIn(
        Samples.attempt(Samples.identity("ann"), session: 1, creates: false))
      guard case .notFound = result else { throw ConformanceFailure(description: "found \(result)") }
      try requireEqual(try await store.dump(), before)
    },
    ConformanceCase("a disabled account is refused; only audit is written (A37, R42)") { store in
      let opened = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 1)).opened()
      try await disable(opened.account.id, in: store)
      let result = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 2))
      try requireEqual(result.refusal, .userDisabled)
      try requireEqual(try await store.sessions(of: opened.account.id).count, 1)
      let before = try await store.dump()
      _ = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 3))
      // Bounded: the second refusal in a row leaves no second row.
      try requireEqual(try await store.dump(), before)
    },
    ConformanceCase("an unverified address of a known account needs confirmation (R23, FR-35)") { store in
      _ = try await store.create(creation("owner", email: "ann@example.com"))
      let result = try await store.signIn(
        Samples.attempt(Samples.identity("ann", email: "ann@example.com", isVerified: false), session: 1))
      guard case .needsConfirmation(let providers) = result else {
        throw ConformanceFailure(description: "found \(result)")
      }
      try requireEqual(providers, [])
      try requireEqual(try await store.accountCount(), 1)
    },
    ConformanceCase("a verified address of a verified account needs confirmation (R23, A20)") { store in
      _ = try await store.create(creation("owner", email: "ann@example.com", isVerified: true))
      let result = try await store.signIn(
        Samples.attempt(Samples.identity("ann", email: "ann@example.com"), session: 1))
      guard case .needsConfirmation = result else {
        throw ConformanceFailure(description: "found \(result)")
      }
      try requireEqual(try await store.accounts(by: [.email("ann@example.com")]).first?.identities, [])
    },
    ConformanceCase("the owner empties an account that nobody proved (R23, A21)") { store in
      var squatter = creation("squatter", email: "ann@example.com")
      squatter.account.passwordHash = "hash"
      squatter.account.phoneNumber = "+4912345"
      squatter.session = SessionDraft(id: Samples.session(7), provider: .password)
      _ = try await store.create(squatter)
      let opened = try await store.signIn(
        Samples.attempt(Samples.identity("ann", email: "ann@example.com"), session: 8)
      ).opened()
      try requireEqual(opened.account.id.text, "squatter")
      let account = try requireValue(try await store.accounts(by: [.id(opened.account.id)]).first)
      try requireEqual(account.passwordHash, nil)
      try requireEqual(account.phoneNumber, nil)
      try requireEqual(account.isEmailVerified, true)
      try requireEqual(try await store.sessions(of: account.id).map(\.id.number), [8])
      try requireEqual(try await store.state(of: Samples.session(7))?.session.end, .security)
    },
    ConformanceCase("the owner takes the address from an account with another proof (R23)") { store in
      var other = creation("other", email: "ann@example.com")
      other.account.identities = [Samples.identity("someone else")]
      _ = try await store.create(other)
      let opened = try await store.signIn(
        Samples.attempt(Samples.identity("ann", email: "ann@example.com"), session: 1)
      ).opened()
      try require(opened.isNewAccount, "not new")
      try requireEqual(try await store.accounts(by: [.id(Samples.id("other"))]).first?.email, nil)
      try requireEqual(
        try await store.accounts(by: [.email("ann@example.com")]).first?.id, opened.account.id)
    },
    ConformanceCase("the same request within two minutes gets a fresh session (R20)") { store in
      let request = [UInt8](repeating: 7, count: 16)
      let first = try await store.signIn(
        Samples.attempt(Samples.identity("ann"), session: 1, credential: "c", request: request)
      ).opened()
      let again = try await store.signIn(
        Samples.attempt(
          Samples.identity("ann"), session: 2, credential: "c", at: Samples.start + .seconds(119),
          request: request)
      ).opened()
      try requireEqual(again.account.id, first.account.id)
      try require(!again.isNewAccount && again.session.id.number == 2, "found \(again)")
      let late = try await store.signIn(
        Samples.attempt(
          Samples.identity("ann"), session: 3, credential: "c", at: Samples.start + .seconds(121),
          request: request))
      try require(late.isDuplicate, "found \(late)")
      let other = try await store.signIn(
        Samples.attempt(
          Samples.identity("ann"), session: 4, credential: "c", request: [UInt8](repeating: 8, count: 16)))
      try require(other.isDuplicate, "found \(other)")
    },
    ConformanceCase("the same request opens nothing again once its session was ended (R20, A33)") { store in
      func attempt(_ name: String, session: Int64) -> SignInAttempt {
        Samples.attempt(
          Samples.identity(name), session: session, credential: name, request: Array(repeating: 7, count: 16))
      }
      let ended = try await store.signIn(attempt("ann", session: 1)).opened()
      _ = try await store.end(ended.session.id, as: .ended, at: Samples.start)
      var again = try await store.signIn(attempt("ann", session: 2))
      try require(again.isDuplicate, "found \(again)")
      let signedOut = try await store.signIn(attempt("bob", session: 3)).opened()
      _ = try await store.end(signedOut.session.id, as: .signedOut, at: Samples.start)
      _ = try await store.signIn(attempt("bob", session: 4)).opened()
      let late = try await store.signIn(attempt("cleo", session: 5)).opened()
      let target = ChangeTarget(account: late.account.id, now: Samples.start + .seconds(2))
      _ = try await store.change(target) { change -> Verdict<Bool> in
        change.account.validSince = Samples.start + .seconds(2)
        return .commit(true)
      }
      again = try await store.signIn(attempt("cleo", session: 6))
      try require(again.isDuplicate, "found \(again)")
    },
    ConformanceCase("a repeated link is judged by its caller as the first was (R20, A33)") { store in
      let owner = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 1)).opened()
      let identity = Identity(
        key: Identity.Key(provider: .google, issuer: "https://accounts.google.com", subject: "ann"))
      func link(session: Int64) -> SignInAttempt {
        var attempt = Samples.attempt(
          identity, session: session, credential: "link", at: Samples.start + .seconds(1),
          request: Array(repeating: 9, count: 16))
        attempt.link = SignInAttempt.LinkTarget(
          caller: CallerCheck(
            account: owner.account.id, session: owner.session.id, issuedAt: Samples.start))
        return attempt
      }
      _ = try await store.signIn(link(session: 2)).opened()
      _ = try await store.signIn(link(session: 3)).opened()
      _ = try await store.end(owner.session.id, as: .ended, at: Samples.start)
      try requireEqual(try await store.signIn(link(session: 4)).refusal, .tokenExpired)
    },
    ConformanceCase("a code beside the token leaves grant and job (R17)") { store in
      var attempt = Samples.attempt(Samples.identity("ann"), session: 1)
      attempt.exchange = ExchangeDraft(clientID: "com.example.app", codeHash: [1, 2], sealed: [3, 4])
      let opened = try await store.signIn(attempt).opened()
      let grant = try requireValue(try await store.grants(of: opened.account.id).first)
      try requireEqual(grant.state, .waiting)
      try requireEqual(grant.codeHash, [1, 2])
      let jobs = try await store.claimJobs(at: Samples.start, lease: .seconds(60), limit: 10)
      try requireEqual(jobs.map(\.id), [try requireValue(opened.job)])
      try requireEqual(jobs.first?.draft.sealed, [3, 4])
    },
  ]

  static func creation(_ name: String, email: String? = nil, isVerified: Bool = false) -> AccountCreation {
    var account = Samples.account(name, email: email)
    account.isEmailVerified = isVerified
    return AccountCreation(account: account, now: Samples.start)
  }

  static func disable(_ id: Account.ID, in store: any AccountStore) async throws {
    let result = try await store.change(ChangeTarget(account: id, now: Samples.start)) {
      change -> Verdict<Bool> in
      change.account.isDisabled = true
      return .commit(true)
    }
    try requireEqual(result.refusal, nil)
  }
}
