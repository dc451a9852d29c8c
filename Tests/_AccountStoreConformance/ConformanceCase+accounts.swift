import Accounts

extension ConformanceCase {
  static let accounts = [
    ConformanceCase("identifier, address, number and identity are taken once") { store in
      var first = creation("first", email: "a@example.com")
      first.account.phoneNumber = "+491"
      first.account.identities = [Samples.identity("ann")]
      try requireEqual(try await store.create(first).refusal, nil)
      let before = try await store.dump()
      try requireEqual(try await store.create(creation("first")).refusal, .duplicateLocalID)
      try requireEqual(try await store.create(creation("b", email: "a@example.com")).refusal, .emailExists)
      var phone = creation("c")
      phone.account.phoneNumber = "+491"
      try requireEqual(try await store.create(phone).refusal, .phoneNumberExists)
      var identity = creation("d")
      identity.account.identities = [Samples.identity("ann")]
      try requireEqual(try await store.create(identity).refusal, .federatedUserIDAlreadyLinked)
      try requireEqual(try await store.dump(), before)
      var shared = creation("e", email: "a@example.com")
      shared.onePerEmail = false
      try requireEqual(try await store.create(shared).refusal, nil)
    },
    ConformanceCase("every member of an account comes back") { store in
      var full = creation("full", email: "a@example.com", isVerified: true)
      full.account.initialEmail = "b@example.com"
      full.account.displayName = "Ann"
      full.account.photoURL = "https://example.com/a.png"
      full.account.phoneNumber = "+491"
      full.account.passwordHash = "hash"
      full.account.passwordUpdatedAt = Samples.start
      full.account.validSince = Timestamp(seconds: 5)
      full.account.isDisabled = true
      full.account.isCustomAuth = true
      full.account.hasEmailLinkSignIn = true
      full.account.customAttributes = #"{"role":"x"}"#
      full.account.extras = ["screenName": "ann", "language": "fa"]
      full.account.appleAuthorizedAt = Samples.start
      full.account.deletesAt = Samples.start + .seconds(9)
      full.account.mayBeSecond = true
      var identity = Samples.identity("ann", email: "other@example.com")
      identity.isPrivateEmail = true
      identity.isRelayDisabled = true
      identity.displayName = "A"
      identity.photoURL = "p"
      identity.screenName = "s"
      identity.phoneNumber = "+2"
      identity.firstAuthorizedAt = Samples.start
      var shared = Identity(key: Identity.Key(provider: .google, issuer: "https://g", subject: "1"))
      shared.email = "a@example.com"
      shared.isProven = false
      full.account.identities = [identity, shared]
      _ = try await store.create(full)
      let found = try requireValue(try await store.accounts(by: [.id(full.account.id)]).first)
      try requireEqual(found, full.account)
    },
    ConformanceCase("a change of the address leaves the identities theirs") { store in
      var creation = creation("ann", email: "a@example.com")
      creation.account.identities = [Samples.identity("ann", email: "a@example.com")]
      _ = try await store.create(creation)
      _ = try await store.change(ChangeTarget(account: creation.account.id, now: Samples.start)) {
        change -> Verdict<Bool> in
        change.account.email = "new@example.com"
        return .commit(true)
      }
      let found = try requireValue(try await store.accounts(by: [.email("new@example.com")]).first)
      try requireEqual(found.identity(of: .apple)?.email, "a@example.com")
      try requireEqual(try await store.accounts(by: [.email("a@example.com")]), [])
    },
    ConformanceCase("a refused change writes nothing; a missing account is USER_NOT_FOUND") { store in
      _ = try await store.create(creation("a", email: "a@example.com"))
      _ = try await store.create(creation("b", email: "b@example.com"))
      let before = try await store.dump()
      let target = ChangeTarget(account: Samples.id("b"), now: Samples.start)
      let taken = try await store.change(target) { change -> Verdict<Bool> in
        change.account.email = "a@example.com"
        change.note(.emailChanged)
        return .commit(true)
      }
      try requireEqual(taken.refusal, .emailExists)
      let refused = try await store.change(target) { change -> Verdict<Bool> in
        change.account.displayName = "B"
        return .refuse(AccountsError(.weakPassword))
      }
      try requireEqual(refused.refusal, .weakPassword)
      let missing = try await store.change(
        ChangeTarget(account: Samples.id("nobody"), now: Samples.start)
      ) { _ -> Verdict<Bool> in .commit(true) }
      try requireEqual(missing.refusal, .userNotFound)
      try requireEqual(try await store.dump(), before)
    },
    ConformanceCase("a change ends sessions and opens one (A33)") { store in
      _ = try await anonymous("a", session: 1, in: store)
      let target = ChangeTarget(
        account: Samples.id("a"), caller: caller(Samples.id("a"), 1), now: Samples.start)
      let result = try await store.change(target) { change -> Verdict<Bool> in
        change.ends = .all
        change.opens = SessionDraft(id: Samples.session(2), provider: .password)
        return .commit(true)
      }
      guard case .changed(let changed) = result else {
        throw ConformanceFailure(description: "found \(result)")
      }
      try requireEqual(changed.session?.id, Samples.session(2))
      try requireEqual(try await store.sessions(of: Samples.id("a")).map(\.id.number), [2])
      let again = try await store.change(target) { _ -> Verdict<Bool> in .commit(true) }
      try requireEqual(again.refusal, .tokenExpired)
    },
    ConformanceCase("look-ups keep the order asked and name each account once (wire 113)") { store in
      for name in ["a", "b", "c"] { _ = try await store.create(creation(name, email: "\(name)@example.com")) }
      let found = try await store.accounts(by: [
        .email("C@example.com"), .id(Samples.id("a")), .id(Samples.id("none")), .email("a@example.com"),
        .phone("+1"), .identity(provider: .apple, subject: "none"),
      ])
      try requireEqual(found.map(\.id.text), ["c", "a"])
    },
    ConformanceCase("pages list every account once, in byte order (FR-60)") { store in
      for number in (0..<25).shuffled() {
        _ = try await store.create(creation("account-\(number < 10 ? "0" : "")\(number)"))
      }
      var listed: [String] = []
      var last: Account.ID?
      repeat {
        let page = try await store.accounts(after: last, limit: 7)
        listed += page.map(\.id.text)
        last = page.count == 7 ? page.last?.id : nil
      } while last != nil
      try requireEqual(listed, (0..<25).map { "account-\($0 < 10 ? "0" : "")\($0)" })
      try requireEqual(try await store.accountCount(), 25)
    },
    ConformanceCase("an import names what it leaves out and keeps the rest (wire 195, 197)") { store in
      var old = creation("old", email: "old@example.com")
      old.account.passwordHash = "hash"
      old.account.identities = [Samples.identity("old")]
      _ = try await store.create(old)
      let list = [
        Samples.account("old"), Samples.account("new", email: "new@example.com"),
        Samples.account("twin", email: "new@example.com"),
      ]
      let failures = try await store.importAccounts(
        list, overwrites: false, client: ClientFacts(), now: Samples.start)
      try requireEqual(failures.map(\.index), [0, 2])
      try requireEqual(try await store.accountCount(), 2)
      let replaced = try await store.importAccounts(
        [Samples.account("old")], overwrites: true, client: ClientFacts(), now: Samples.start)
      try requireEqual(replaced, [])
      var importer = ClientFacts()
      importer.administrator = "ci"
      _ = try await store.importAccounts(
        [Samples.account("old"), Samples.account("named")], overwrites: true, client: importer,
        now: Samples.start)
      let details = try await store.newestEvents(limit: 2).map(\.detail)
      try requireEqual(details, ["import by ci", "import by ci"])
      let found = try requireValue(try await store.accounts(by: [.id(Samples.id("old"))]).first)
      try requireEqual(found.email, nil)
      try requireEqual(found.passwordHash, nil)
      try requireEqual(found.identities, [])
    },
    ConformanceCase("refused attempts are one audit row for each way in a window, and nothing else: R42") {
      store in
      _ = try await store.create(creation("ann", email: "ann@example.com"))
      let before = try await store.dump().filter { !$0.hasPrefix("event") }
      func refuse(_ way: String, after seconds: Int64, account: String = "ann") async throws -> Bool {
        try await store.noteRefusal(
          RefusedAttempt(
            account: Samples.id(account), way: way, client: ClientFacts(address: "192.0.2.9"),
            now: Samples.start + .seconds(seconds), window: .seconds(600)))
      }
      try requireEqual(try await refuse("password", after: 0, account: "nobody"), false)
      for (way, seconds, isNoted) in [
        ("password", 1, true), ("password", 2, false), ("second factor", 3, true), ("password", 4, false),
        ("second factor", 5, false), ("password", 600, false), ("password", 601, true),
      ] as [(String, Int64, Bool)] {
        try requireEqual(try await refuse(way, after: seconds), isNoted)
      }
      let events = try await store.events(of: Samples.id("ann"), after: 0, limit: 100)
      let refused = events.filter { $0.kind == .signInRefused }
      try requireEqual(refused.map(\.detail), ["password", "second factor", "password"])
      try requireEqual(Set(refused.map(\.address)), ["192.0.2.9"])
      // The account's row names its newest event; of what R42 protects nothing moved.
      try requireEqual(
        try await store.dump().filter { !$0.hasPrefix("event") && !$0.hasPrefix("account") },
        before.filter { !$0.hasPrefix("account") })
    },
  ]
}
