import AppleIdentity
import BramleyCrypto
import Testing

@testable import Accounts

@Suite("Mail to Apple's relay addresses")
struct RelayMailTests {
  private static let posting = Posting(locale: nil) { _ in "https://id.example/action" }
  private static let address = "a1b2c3d4e5@private.icloud.com"

  /// An account whose Apple identity hides the address, or says that it does not.
  private func account(_ world: World, isRelay: Bool = true) async throws -> Account.ID {
    var account = Account(id: Account.ID(unchecked: "ann"), createdAt: world.time.now())
    account.email = Self.address
    account.isEmailVerified = true
    var identity = Identity(
      key: Identity.Key(
        provider: .apple, issuer: "https://appleid.apple.com", team: "TEAM", subject: "000001.ann"))
    identity.email = Self.address
    identity.isPrivateEmail = isRelay
    account.upsert(identity)
    _ = try await world.store.create(AccountCreation(account: account, now: world.time.now()))
    return account.id
  }

  private func send(_ world: World) async throws {
    try await world.accounts.mailSignInLink(to: Self.address, Self.posting)
  }

  private func switchRelay(_ world: World, _ kind: AppleReport.Kind) async throws {
    let now = world.time.now()
    _ = try await world.store.apply(
      AppleReport(
        kind: kind, identity: world.accounts.key(of: .apple, subject: "000001.ann"), at: now, now: now))
  }

  @Test(
    "none is sent while the person has switched it off, and again afterwards", arguments: StoreKind.allCases)
  func disabled(kind: StoreKind) async throws {
    let delivery = TestDelivery()
    let world = try World(kind, delivery: delivery)
    _ = try await account(world)
    try await switchRelay(world, .relayDisabled)
    let before = try world.dump()
    do {
      try await send(world)
      Issue.record("it was sent")
    } catch {
      let error = try #require(error as? AccountsError)
      #expect(error.code == .operationNotAllowed)
      #expect(error.text?.hasPrefix("RELAY_DISABLED ") == true)
    }
    #expect(try world.dump() == before)
    try await switchRelay(world, .relayEnabled)
    try await send(world)
    await world.work.run()
    #expect(delivery.messages.map(\.isRelay) == [true])
  }

  @Test("what is switched off while a message waits stops the message")
  func disabledMeanwhile() async throws {
    let delivery = TestDelivery()
    let world = try World(delivery: delivery)
    let id = try await account(world)
    try await world.accounts.mailPasswordReset(to: Self.address, Self.posting)
    try await switchRelay(world, .relayDisabled)
    await world.work.run()
    #expect(delivery.messages.isEmpty)
    #expect(try await world.accounts.events(of: id, after: 0).last?.kind == .messageGivenUp)
  }

  @Test("an unregistered sender is refused before anything is written: FR-32")
  func unregistered() async throws {
    let delivery = TestDelivery(isRefusedByRelay: true)
    let world = try World(delivery: delivery)
    _ = try await account(world)
    let before = try world.dump()
    do {
      try await send(world)
      Issue.record("it was sent")
    } catch {
      #expect((error as? AccountsError)?.text?.hasPrefix("RELAY_SENDER_UNREGISTERED ") == true)
    }
    #expect(try world.dump() == before)
    try await world.accounts.mailSignInLink(to: "bob@example.com", Self.posting)
    #expect(delivery.posted.count == 1)
  }

  @Test("a hundred messages a day for one address, counted in the store", arguments: StoreKind.allCases)
  func limit(kind: StoreKind) async throws {
    let delivery = TestDelivery()
    let world = try World(kind, delivery: delivery)
    _ = try await account(world)
    for _ in 0..<RelayRule.dailyLimit { try await send(world) }
    do {
      try await send(world)
      Issue.record("the 101st was sent")
    } catch {
      let error = try #require(error as? AccountsError)
      #expect(error.code == .tooManyAttempts)
      #expect(error.text?.hasPrefix("RELAY_LIMIT ") == true)
      #expect((error.retryAfter ?? .zero) > .zero && (error.retryAfter ?? .zero) <= .seconds(86_400))
    }
    #expect(delivery.posted.count == 100)
    world.time.advance(.seconds(86_400))
    try await send(world)
    #expect(delivery.posted.count == 101)
  }

  @Test("of 32 senders at once exactly those within the hundred get through", arguments: StoreKind.allCases)
  func race(kind: StoreKind) async throws {
    let delivery = TestDelivery()
    let world = try World(kind, delivery: delivery)
    _ = try await account(world)
    for _ in 0..<90 { try await send(world) }
    let sent = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<32 { group.addTask { (try? await send(world)) != nil } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(sent == 10)
    #expect(delivery.posted.count == 100)
  }

  @Test("a relay address is told by Apple's claim, not by its domain: FR-33")
  func claim() async throws {
    let delivery = TestDelivery(isRefusedByRelay: true)
    let world = try World(delivery: delivery)
    _ = try await account(world, isRelay: false)
    try await send(world)
    await world.work.run()
    #expect(delivery.messages.map(\.isRelay) == [false])
  }

  @Test("under enumeration protection a relay's refusal looks like any answer: R29")
  func quiet() async throws {
    let delivery = TestDelivery(isRefusedByRelay: true)
    let world = try World(mode: .production, delivery: delivery)
    _ = try await account(world)
    try await send(world)
    try await world.accounts.mailPasswordReset(to: Self.address, Self.posting)
    try await world.accounts.mailPasswordReset(to: "nobody@example.com", Self.posting)
    #expect(delivery.posted.isEmpty)
    #expect(world.log.lines.count { $0.contains("RELAY_SENDER_UNREGISTERED") } == 2)
  }
}
