import AppleIDClient
import AppleIdentity
import BramleyCrypto
import Testing

@testable import Accounts

@Suite("An app's move to another team")
struct TransferTests {
  static let old = "000001.ann"
  static let new = "000777.ann"
  static let identifier = "000555.transfer"

  static func world(_ kind: StoreKind = .memory, previousTeam: String? = "OLDTEAM") throws -> World {
    try World(kind) { $0.apple.previousTeamID = previousTeam }
  }

  /// What the service of the receiving team does; the accounts were made by the sending team.
  static func transfer(_ world: World, team: String = "TEAM") -> AppleTransfer {
    AppleTransfer(
      store: world.store, team: team, previousTeam: "OLDTEAM", issuer: "https://appleid.apple.com",
      now: { [time = world.time] in time.now() })
  }

  /// An account whose Apple identity belongs to the old team.
  @discardableResult
  static func person(_ world: World, _ subject: String = old, email: String? = "old@privaterelay.appleid.com")
    async throws -> Account
  {
    var account = Account(
      id: Account.ID(unchecked: "uid-" + subject), createdAt: world.time.now())
    var identity = Identity(
      key: Identity.Key(
        provider: .apple, issuer: "https://appleid.apple.com", team: "OLDTEAM", subject: subject))
    identity.email = email
    identity.isEmailVerified = true
    identity.isPrivateEmail = true
    account.email = email
    account.isEmailVerified = true
    account.upsert(identity)
    #expect(
      try await world.store.importAccounts(
        [account], overwrites: false, client: ClientFacts(), now: world.time.now()
      ).isEmpty)
    return account
  }

  static func token(
    _ world: World, _ subject: String, identifier: String? = nil, email: String? = nil
  ) -> IdentityProof {
    .apple(
      AppleCredential(
        identityToken: world.apple.token(
          subject, email: email,
          changes: [
            "transfer_sub": identifier.map { .text($0) },
            "is_private_email": email == nil ? nil : .bool(true),
          ]), nonce: .raw("raw")))
  }

  static func moved(_ subject: String = new, email: String? = "new@privaterelay.appleid.com")
    -> TransferredPerson
  {
    TransferredPerson(
      key: Identity.Key(
        provider: .apple, issuer: "https://appleid.apple.com", team: "TEAM", subject: subject),
      email: email, isPrivateEmail: email != nil)
  }

  @Test("without a previous team a subject of another team is somebody else", arguments: StoreKind.allCases)
  func unconfigured(_ kind: StoreKind) async throws {
    let world = try Self.world(kind, previousTeam: nil)
    let person = try await Self.person(world)
    _ = try await Self.transfer(world).keep(Self.identifier, for: "TEAM", of: person.id)
    let first = try await world.accounts.signIn(with: Self.token(world, Self.old)).signedIn()
    #expect(first.isNewAccount)
    let second = try await world.accounts.signIn(
      with: Self.token(world, Self.new, identifier: Self.identifier)
    ).signedIn()
    #expect(second.isNewAccount && second.account.id != person.id)
  }

  @Test("a transfer identifier that nobody prepared makes a new account", arguments: StoreKind.allCases)
  func unprepared(_ kind: StoreKind) async throws {
    let world = try Self.world(kind)
    let person = try await Self.person(world)
    let signedIn = try await world.accounts.signIn(
      with: Self.token(world, Self.new, identifier: Self.identifier)
    ).signedIn()
    #expect(signedIn.isNewAccount && signedIn.account.id != person.id)
  }

  @Test(
    "inside the window the old and the new team's token are the same account (FR-55)",
    arguments: StoreKind.allCases)
  func window(_ kind: StoreKind) async throws {
    let world = try Self.world(kind)
    let person = try await Self.person(world)
    _ = try await Self.transfer(world).keep(Self.identifier, for: "TEAM", of: person.id)
    let old = try await world.accounts.signIn(with: Self.token(world, Self.old)).signedIn()
    #expect(old.account.id == person.id && !old.isNewAccount)
    #expect(old.account.identity(of: .apple)?.key.team == "OLDTEAM")
    let new = try await world.accounts.signIn(
      with: Self.token(
        world, Self.new, identifier: Self.identifier, email: "new@privaterelay.appleid.com")
    ).signedIn()
    #expect(new.account.id == person.id && !new.isNewAccount)
    let identity = try #require(new.account.identity(of: .apple))
    #expect(identity.key == Self.moved().key)
    #expect(identity.email == "new@privaterelay.appleid.com")
    #expect(new.account.email == "new@privaterelay.appleid.com")
    // A token of the old team that was still on its way says nothing new of the address.
    let late = try await world.accounts.signIn(
      with: Self.token(world, Self.old, email: "old@privaterelay.appleid.com")
    ).signedIn()
    #expect(late.account.id == person.id)
    #expect(late.account.identity(of: .apple)?.email == "new@privaterelay.appleid.com")
  }

  @Test("who has not been moved yet is told so, so that the app asks Apple for the new token (contract §4)")
  func credentialState() async throws {
    let world = try Self.world()
    let person = try await Self.person(world)
    let old = try await world.accounts.signIn(with: Self.token(world, Self.old)).signedIn()
    #expect(
      try await world.accounts.appleCredentialState(idToken: old.idToken) == .transferred(subject: Self.old))
    #expect(try await Self.transfer(world).move(person.id, to: Self.moved()) == .done)
    #expect(
      try await world.accounts.appleCredentialState(idToken: old.idToken) == .authorized(subject: Self.new))
  }

  @Test(
    "a move that meets sign-ins of both teams at once never leaves a second account (FR-55)",
    arguments: StoreKind.allCases)
  func race(_ kind: StoreKind) async throws {
    let world = try Self.world(kind)
    for round in 0..<20 {
      let (old, new, identifier) = ("old-\(round)", "new-\(round)", "t-\(round)")
      let person = try await Self.person(world, old, email: "p\(round)@privaterelay.appleid.com")
      let transfer = Self.transfer(world)
      _ = try await transfer.keep(identifier, for: "TEAM", of: person.id)
      let proofs =
        (0..<4).map { _ in Self.token(world, old) }
        + (0..<4).map { _ in Self.token(world, new, identifier: identifier) }
      try await withThrowingTaskGroup(of: Account.ID.self) { group in
        group.addTask {
          _ = try await transfer.move(person.id, to: Self.moved(new, email: nil))
          return person.id
        }
        for proof in proofs {
          group.addTask { try await world.accounts.signIn(with: proof).signedIn().account.id }
        }
        for try await id in group { #expect(id == person.id) }
      }
    }
    #expect(try await world.accounts.count() == 20)
  }

  @Test("a move is one transaction: identity, address and audit; the second changes nothing")
  func move() async throws {
    let world = try Self.world()
    let person = try await Self.person(world)
    let transfer = Self.transfer(world)
    _ = try await transfer.keep(Self.identifier, for: "TEAM", of: person.id)
    #expect(try await transfer.move(person.id, to: Self.moved()) == .done)
    let account = try #require(try await world.accounts.accounts(by: [.id(person.id)]).first)
    #expect(account.identity(of: .apple)?.key == Self.moved().key)
    #expect(account.email == "new@privaterelay.appleid.com")
    #expect(account.extras.isEmpty)
    #expect(
      try await world.accounts.events(of: person.id, after: 0).suffix(2).map(\.detail) == [
        "transfer prepared", "transfer done",
      ])
  }

  @Test("a real address stays as it is, an address of another account is not taken")
  func addresses() async throws {
    let world = try Self.world()
    let first = try await Self.person(world, "000002.ben", email: "ben@example.com")
    #expect(
      try await Self.transfer(world).move(first.id, to: Self.moved("000778.ben", email: nil)) == .done)
    #expect(
      try await world.accounts.accounts(by: [.id(first.id)]).first?.email == "ben@example.com")
    _ = try await world.password("new@privaterelay.appleid.com")
    let second = try await Self.person(world)
    #expect(try await Self.transfer(world).move(second.id, to: Self.moved()) == .done)
    let account = try #require(try await world.accounts.accounts(by: [.id(second.id)]).first)
    #expect(account.email == "old@privaterelay.appleid.com")
    #expect(account.identity(of: .apple)?.email == "new@privaterelay.appleid.com")
  }

  @Test("whoever signed in anew before keeps that account; the old one is named, not merged")
  func taken() async throws {
    let world = try Self.world()
    let person = try await Self.person(world)
    let anew = try await world.accounts.signIn(with: Self.token(world, Self.new)).signedIn()
    #expect(try await Self.transfer(world).move(person.id, to: Self.moved()) == .taken)
    #expect(
      try await world.accounts.accounts(by: [.id(person.id)]).first?.identity(of: .apple)?.subject
        == Self.old)
    let again = try await world.accounts.signIn(with: Self.token(world, Self.new)).signedIn()
    #expect(again.account.id == anew.account.id)
  }

  @Test("a deleted account is gone for every step, and nobody is led to it")
  func deleted() async throws {
    let world = try Self.world()
    let person = try await Self.person(world)
    let transfer = Self.transfer(world)
    _ = try await transfer.keep(Self.identifier, for: "TEAM", of: person.id)
    try await world.accounts.delete(person.id)
    #expect(try await transfer.keep("other", for: "TEAM", of: person.id) == .gone)
    #expect(try await transfer.move(person.id, to: Self.moved()) == .gone)
    let signedIn = try await world.accounts.signIn(
      with: Self.token(world, Self.new, identifier: Self.identifier)
    ).signedIn()
    #expect(signedIn.isNewAccount && signedIn.account.id != person.id)
  }

  @Test("an event of Apple finds the person under the old subject after the move (R35)")
  func event() async throws {
    let world = try Self.world()
    let person = try await Self.person(world)
    #expect(try await Self.transfer(world).move(person.id, to: Self.moved()) == .done)
    let signedIn = try await world.accounts.signIn(with: Self.token(world, Self.new)).signedIn()
    world.time.advance(.seconds(10))
    try await world.accounts.receive(
      appleNotification: world.apple.notification(
        "consent-revoked", subject: Self.old, id: "one", at: world.time.now()))
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(idToken: signedIn.idToken) }
  }

  @Test("a revocation of the old subject is superseded by an authorization under the new one (R36)")
  func superseded() async throws {
    let world = try Self.world()
    let person = try await Self.person(world)
    let code = world.apple.code(Self.old)
    let signedIn = try await world.accounts.signIn(
      with: .apple(
        AppleCredential(
          identityToken: world.apple.token(Self.old, email: nil, codeHashOf: code), nonce: .raw("raw"),
          authorizationCode: Secret(utf8: code)))
    ).signedIn()
    await world.work.run()
    world.apple.fail(TestApple.down)
    _ = try? await world.accounts.revoke(Secret(utf8: code), kind: .code, idToken: signedIn.idToken)
    await world.work.run()
    #expect(try await world.store.nextJob() != nil)
    #expect(try await Self.transfer(world).move(person.id, to: Self.moved()) == .done)
    world.time.advance(.seconds(60))
    _ = try await world.accounts.signIn(with: Self.token(world, Self.new)).signedIn()
    world.apple.fail(nil)
    world.time.advance(.seconds(90_000))
    try await world.accounts.runJobs()
    #expect(world.apple.revoked.isEmpty)
  }

  @Test("identifiers that a sending team handed over give accounts their Apple identity")
  func handedOver() async throws {
    let world = try Self.world()
    let account = try await world.password().account
    let transfer = Self.transfer(world)
    #expect(try await transfer.keep(Self.identifier, for: "TEAM", of: account.id) == .done)
    let signedIn = try await world.accounts.signIn(
      with: Self.token(world, Self.new, identifier: Self.identifier)
    ).signedIn()
    #expect(signedIn.account.id == account.id && !signedIn.isNewAccount)
  }

  @Test("the ledger gives who is left, in order and in pages, and forgets nobody between two runs")
  func ledger() async throws {
    let world = try Self.world()
    for number in 0..<25 {
      try await Self.person(world, "person\(number)", email: "p\(number)@privaterelay.appleid.com")
    }
    let sending = Self.transfer(world, team: "OLDTEAM")
    let ledger = AppleTransferLedger(sending, .outgoing(to: "TEAM"))
    let first = try await ledger.unfinished(after: nil, limit: 10)
    #expect(first.count == 10 && first.map(\.id) == first.map(\.id).sorted())
    #expect(try await ledger.unfinished(after: first.last?.id, limit: 100).count == 15)
    for entry in first { try await ledger.record(.transferIdentifier("t-" + entry.identifier), for: entry) }
    let error = AppleServiceError(.invalidRequest, fault: .credential, message: "no")
    for entry in try await ledger.unfinished(after: nil, limit: 1) {
      try await ledger.record(.refused(error), for: entry)
    }
    #expect(
      try await AppleTransferLedger(sending, .outgoing(to: "TEAM")).unfinished(after: nil, limit: 99).count
        == 15)
    let receiving = AppleTransferLedger(Self.transfer(world), .incoming)
    let left = try await receiving.unfinished(after: nil, limit: 99)
    #expect(Set(left.map(\.identifier)) == Set(first.map { "t-" + $0.identifier }))
    for entry in left {
      try await receiving.record(
        .person(AppleMigratedPerson(subject: AppleSubject("n-\(entry.identifier)"))), for: entry)
    }
    #expect(try await receiving.unfinished(after: nil, limit: 99).isEmpty)
    #expect(receiving.taken.isEmpty)
  }
}
