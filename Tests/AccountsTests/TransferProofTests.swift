import AppleIdentity
import BramleyCrypto
import Testing

@testable import Accounts

@Suite("Proofs under the new team's subject by somebody who is signed in already")
struct TransferProofTests {
  static let (old, new, identifier) = (TransferTests.old, TransferTests.new, TransferTests.identifier)

  /// A person of the old team whose identifier is known, with a session that began before the move.
  static func session(_ world: World) async throws -> SignedIn {
    let person = try await TransferTests.person(world)
    _ = try await TransferTests.transfer(world).keep(identifier, for: "TEAM", of: person.id)
    return try await world.accounts.signIn(with: TransferTests.token(world, old)).signedIn()
  }

  static func identity(_ world: World, _ id: Account.ID) async throws -> Identity? {
    try await world.accounts.accounts(by: [.id(id)]).first?.identity(of: .apple)
  }

  // MARK: Reauthentication

  @Test(
    "a transfer identifier that is unknown, or that no token brings, reauthenticates nobody (R25, R42)",
    arguments: ["000556.transfer", nil], StoreKind.allCases)
  func unknown(_ identifier: String?, _ kind: StoreKind) async throws {
    let world = try TransferTests.world(kind)
    let session = try await Self.session(world)
    let before = try world.heldRows()
    let outcome = try await world.accounts.signIn(
      with: TransferTests.token(world, Self.new, identifier: identifier),
      options: SignInOptions(createsAccount: false))
    guard case .notFound = outcome else {
      Issue.record("found \(outcome)")
      return
    }
    #expect(try world.heldRows() == before)
    #expect(try await Self.identity(world, session.account.id)?.subject == Self.old)
  }

  @Test(
    "the first token of the new team may be a reauthentication: the person is moved by it (FR-55, R25)",
    arguments: StoreKind.allCases)
  func reauthentication(_ kind: StoreKind) async throws {
    let world = try TransferTests.world(kind)
    let session = try await Self.session(world)
    world.time.advance(.seconds(3000))
    let proven = try await world.accounts.signIn(
      with: TransferTests.token(
        world, Self.new, identifier: Self.identifier, email: "new@privaterelay.appleid.com"),
      options: SignInOptions(createsAccount: false)
    ).signedIn()
    #expect(proven.account.id == session.account.id && !proven.isNewAccount)
    #expect(proven.account.identity(of: .apple)?.key == TransferTests.moved().key)
    #expect(proven.account.email == "new@privaterelay.appleid.com")
    try await world.accounts.delete(idToken: proven.idToken)
  }

  @Test(
    "reauthentications with tokens of both teams and a move at once find the account, every one (FR-55)",
    arguments: StoreKind.allCases)
  func race(_ kind: StoreKind) async throws {
    let world = try TransferTests.world(kind)
    for round in 0..<40 {
      let (old, new, identifier) = ("old-\(round)", "new-\(round)", "t-\(round)")
      let person = try await TransferTests.person(world, old, email: "p\(round)@privaterelay.appleid.com")
      let transfer = TransferTests.transfer(world)
      _ = try await transfer.keep(identifier, for: "TEAM", of: person.id)
      let proofs =
        (0..<4).map { _ in TransferTests.token(world, old) }
        + (0..<2).map { _ in TransferTests.token(world, new, identifier: identifier) }
      try await withThrowingTaskGroup(of: Account.ID.self) { group in
        for proof in proofs {
          group.addTask {
            try await world.accounts.signIn(with: proof, options: SignInOptions(createsAccount: false))
              .signedIn().account.id
          }
        }
        for try await id in group { #expect(id == person.id) }
      }
    }
  }

  // MARK: Revocation by a code

  @Test(
    "a code of another moved person, or of an unknown one, is refused and moves nobody (R28, R42)",
    arguments: ["000556.transfer", "000999.stranger"])
  func foreignCode(_ identifier: String) async throws {
    let world = try TransferTests.world()
    let session = try await Self.session(world)
    let other = try await TransferTests.person(world, "000002.ben", email: "ben@privaterelay.appleid.com")
    _ = try await TransferTests.transfer(world).keep("000556.transfer", for: "TEAM", of: other.id)
    let before = try world.dump()
    let code = world.apple.code("000778.ben", transferIdentifier: identifier)
    await expectRefusal(.invalidIdPResponse) {
      try await world.accounts.revoke(Secret(utf8: code), kind: .code, idToken: session.idToken)
    }
    #expect(try world.dump() == before)
    #expect(world.apple.revoked.isEmpty)
  }

  @Test("without a previous team a transfer identifier opens nothing")
  func unconfigured() async throws {
    let world = try TransferTests.world(previousTeam: nil)
    let person = try await world.signIn(Self.old)
    _ = try await TransferTests.transfer(world).keep(Self.identifier, for: "TEAM", of: person.account.id)
    let code = world.apple.code(Self.new, transferIdentifier: Self.identifier)
    await expectRefusal(.invalidIdPResponse) {
      try await world.accounts.revoke(Secret(utf8: code), kind: .code, idToken: person.idToken)
    }
  }

  @Test(
    "a code of the new team revokes, moves the person and counts as recent sign-in (R28, FR-38, FR-55)",
    arguments: StoreKind.allCases)
  func revokeThenDelete(_ kind: StoreKind) async throws {
    let world = try TransferTests.world(kind)
    let session = try await Self.session(world)
    world.time.advance(.seconds(3000))
    let code = world.apple.code(Self.new, transferIdentifier: Self.identifier)
    try await world.accounts.revoke(Secret(utf8: code), kind: .code, idToken: session.idToken)
    #expect(world.apple.revoked == ["r." + code])
    #expect(try await Self.identity(world, session.account.id)?.key == TransferTests.moved().key)
    // A code that the old team's token came with, once the person is moved.
    let late = world.apple.code(Self.old)
    try await world.accounts.revoke(Secret(utf8: late), kind: .code, idToken: session.idToken)
    #expect(world.apple.revoked.last == "r." + late)
    #expect(try await Self.identity(world, session.account.id)?.subject == Self.new)
    try await world.accounts.delete(idToken: session.idToken)
  }

  // MARK: Links

  static func link(_ world: World, to session: SignedIn) async throws -> SignInOutcome {
    try await world.accounts.signIn(
      with: TransferTests.token(world, new, identifier: identifier),
      options: SignInOptions(
        linkTo: session.idToken,
        consent: ConsentText(
          kind: "link:apple.com", version: "1", text: "Yes", locale: "en")))
  }

  @Test(
    "an identity that the identifier gives another account, or the caller's own, is linked already (wire §6.2)",
    arguments: [true, false], StoreKind.allCases)
  func linkedAlready(isOwn: Bool, _ kind: StoreKind) async throws {
    let world = try TransferTests.world(kind)
    let session = try await Self.session(world)
    let caller = isOwn ? session : try await world.password("caller@example.com")
    let outcome = try await Self.link(world, to: caller)
    guard case .conflict(.alreadyLinked, _, let pending) = outcome else {
      Issue.record("found \(outcome)")
      return
    }
    let owner = try await world.accounts.signIn(with: .pending(try #require(pending))).signedIn()
    #expect(owner.account.id == session.account.id && !owner.isNewAccount)
    if !isOwn { #expect(try await Self.identity(world, caller.account.id) == nil) }
  }

  @Test(
    "whose account was handed over without an Apple identity may link it, with the consent kept (R27, FR-55)",
    arguments: StoreKind.allCases)
  func linkHandedOver(_ kind: StoreKind) async throws {
    let world = try TransferTests.world(kind)
    let session = try await world.password()
    _ = try await TransferTests.transfer(world).keep(Self.identifier, for: "TEAM", of: session.account.id)
    let linked = try await Self.link(world, to: session).signedIn()
    #expect(linked.account.id == session.account.id)
    #expect(linked.account.identity(of: .apple)?.key == TransferTests.moved().key)
    #expect(
      try await world.accounts.events(of: session.account.id, after: 0).contains {
        $0.kind == .consentRecorded
      })
    // What is left of the move is done by `finish`, and a sign-in finds the account meanwhile.
    #expect(
      try await TransferTests.transfer(world).move(session.account.id, to: TransferTests.moved()) == .done)
    let again = try await world.accounts.signIn(
      with: TransferTests.token(world, Self.new, identifier: Self.identifier)
    ).signedIn()
    #expect(again.account.id == session.account.id)
  }
}
