import Accounts

extension ConformanceCase {
  static let linking = [
    ConformanceCase("a link needs a session that goes on (R22, A37)") { store in
      let owner = try await anonymous("owner", session: 1, in: store)
      for (check, code) in [
        (
          CallerCheck(account: Samples.id("nobody"), session: Samples.session(1), issuedAt: Samples.start),
          AccountsError.Code.userNotFound
        ),
        (CallerCheck(account: owner, session: Samples.session(9), issuedAt: Samples.start), .tokenExpired),
      ] {
        let before = try await store.dump()
        let result = try await store.signIn(link(Samples.identity("ann"), session: 2, to: check))
        try requireEqual(result.refusal, code)
        try requireEqual(try await store.dump(), before)
      }
      try await disable(owner, in: store)
      let result = try await store.signIn(
        link(Samples.identity("ann"), session: 2, to: caller(owner, 1)))
      try requireEqual(result.refusal, .userDisabled)
    },
    ConformanceCase("an anonymous account keeps its identifier and becomes the person's (wire 75)") { store in
      let owner = try await anonymous("owner", session: 1, in: store)
      var attempt = link(Samples.identity("ann", email: "ann@example.com"), session: 2, to: caller(owner, 1))
      attempt.link?.consent = ConsentText(kind: "link", version: "1", text: "Yes", locale: "en")
      let opened = try await store.signIn(attempt).opened()
      try requireEqual(opened.account.id, owner)
      let account = try requireValue(try await store.accounts(by: [.id(owner)]).first)
      try require(!account.isAnonymous, "still anonymous")
      try requireEqual(account.email, "ann@example.com")
      try requireEqual(try await store.consents(of: owner).map(\.text.version), ["1"])
      try requireEqual(
        try await store.accounts(by: [.identity(provider: .apple, subject: "ann")]).first?.id, owner)
    },
    ConformanceCase("an identity of an account is not linked again, not even to it (wire 81)") { store in
      let ann = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 1)).opened()
      let other = try await anonymous("other", session: 2, in: store)
      for (owner, session) in [(other, Int64(2)), (ann.account.id, Int64(1))] {
        let result = try await store.signIn(
          link(Samples.identity("ann"), session: session + 10, to: caller(owner, session)))
        guard case .conflict(.alreadyLinked) = result else {
          throw ConformanceFailure(description: "found \(result)")
        }
      }
      try requireEqual(try await store.accounts(by: [.id(other)]).first?.identities, [])
    },
    ConformanceCase("an address of another account is in the way of a link (FR-36)") { store in
      _ = try await store.create(creation("owner", email: "ann@example.com"))
      let other = try await anonymous("other", session: 2, in: store)
      let result = try await store.signIn(
        link(Samples.identity("ann", email: "ann@example.com"), session: 3, to: caller(other, 2)))
      guard case .conflict(.emailExists) = result else {
        throw ConformanceFailure(description: "found \(result)")
      }
      try requireEqual(try await store.accounts(by: [.id(other)]).first?.identities, [])
    },
    ConformanceCase("a conflict spends the proof (R19)") { store in
      _ = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 1)).opened()
      let other = try await anonymous("other", session: 2, in: store)
      var attempt = link(Samples.identity("ann"), session: 3, to: caller(other, 2))
      attempt.credential?.key = Samples.key("once")
      _ = try await store.signIn(attempt)
      let again = try await store.signIn(
        Samples.attempt(Samples.identity("ann"), session: 4, credential: "once"))
      try require(again.isDuplicate, "found \(again)")
    },
  ]

  static func anonymous(_ name: String, session: Int64, in store: any AccountStore) async throws -> Account.ID
  {
    var creation = creation(name)
    creation.account.isAnonymous = true
    creation.session = SessionDraft(id: Samples.session(session), provider: .anonymous)
    let result = try await store.create(creation)
    try requireEqual(result.refusal, nil)
    return creation.account.id
  }

  static func caller(_ account: Account.ID, _ session: Int64) -> CallerCheck {
    CallerCheck(account: account, session: Samples.session(session), issuedAt: Samples.start)
  }

  static func link(_ identity: Identity, session: Int64, to caller: CallerCheck) -> SignInAttempt {
    var attempt = Samples.attempt(identity, session: session)
    attempt.link = SignInAttempt.LinkTarget(caller: caller)
    return attempt
  }
}
