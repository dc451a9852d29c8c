import BramleyCrypto
import BramleyJOSE
import Testing

@testable import Accounts

@Suite("Rotation of signing keys")
struct SigningKeyTests {
  private func register(_ world: World, _ keys: MasterKeyRing = World.keys) throws -> SigningKeyRegister {
    try SigningKeyRegister(store: world.store, keys: keys, algorithm: .es256, random: SystemRandomSource())
  }

  private func ids(_ signer: some TokenSigner) throws -> Set<String> {
    Set(try JWKSet(json: signer.publicKeySet).keys.compactMap(\.keyID))
  }

  private func kid(_ token: Secret) throws -> String? {
    try CompactJWS(try #require(token.revealText())).header.keyID
  }

  @Test("a new key is published before it signs, and the old one verifies until its last token is over")
  func rotates() async throws {
    let world = try World()
    let register = try register(world)
    let chain = try await SigningKeyChain(register, time: world.time)
    let first = try #require(try ids(chain).first)
    let token = try chain.sign(Array("{}".utf8))
    let (second, signsFrom) = try await register.rotate(at: world.time.now(), delay: .seconds(360))
    #expect(signsFrom == world.time.now() + .seconds(360))
    #expect(try ids(chain) == [first])
    try await chain.follow()
    #expect(try ids(chain) == [first, second])
    #expect(try kid(chain.sign(Array("{}".utf8))) == first)
    world.time.advance(.seconds(360))
    let newer = try chain.sign(Array("{}".utf8))
    #expect(try kid(newer) == second)
    for token in [token, newer] { #expect(chain.claims(of: token.revealText() ?? "") == Array("{}".utf8)) }
    world.time.advance(KeptSigningKeys.verificationTime - .milliseconds(1))
    #expect(try ids(chain) == [first, second])
    world.time.advance(.milliseconds(1))
    #expect(try ids(chain) == [second])
    #expect(chain.claims(of: token.revealText() ?? "") == nil)
  }

  @Test("a service that starts later has the same keys; its sign is known to the other")
  func shared() async throws {
    let world = try World()
    let register = try register(world)
    let one = try await SigningKeyChain(register, time: world.time)
    _ = try await register.rotate(at: world.time.now(), delay: .zero)
    let two = try await SigningKeyChain(register, time: world.time)
    try await one.follow()
    #expect(one.claims(of: try two.sign([1]).revealText() ?? "") == [1])
    let lines = try await register.list(at: world.time.now())
    #expect(lines.map(\.signs) == [true, false] && lines.allSatisfy { $0.signsFrom == nil })
  }

  @Test("a leaked key goes at once when told")
  func forgets() async throws {
    let world = try World()
    let register = try register(world)
    let chain = try await SigningKeyChain(register, time: world.time)
    let old = try chain.sign([1])
    let (id, _) = try await register.rotate(at: world.time.now(), delay: .zero, forgetsOthers: true)
    #expect(chain.generation == 0)
    try await chain.follow()
    #expect(chain.generation == 1)
    #expect(try ids(chain) == [id])
    #expect(chain.claims(of: old.revealText() ?? "") == nil)
  }

  @Test("the number of keys is bounded")
  func bounded() async throws {
    let world = try World()
    let register = try register(world)
    for _ in 0..<(KeptSigningKeys.limit + 4) {
      _ = try await register.rotate(at: world.time.now(), delay: .zero)
    }
    #expect(try await register.list(at: world.time.now()).count == KeptSigningKeys.limit)
  }

  @Test(
    "what an earlier sealing key sealed is sealed anew, once, and opens without the earlier key: decision 11")
  func reseals() async throws {
    let world = try World(.sqlite)
    let old = try MasterKey(id: "test", secret: Secret(bytes: [UInt8](repeating: 3, count: 32)))
    let new = try MasterKey(id: "new", secret: Secret(bytes: [UInt8](repeating: 4, count: 32)))
    _ = try await SigningKeyChain(register(world), time: world.time)
    try await world.signIn(code: world.apple.code())
    await world.work.run()
    let both = try MasterKeyRing(current: new, previous: [old])
    let store = try #require(world.store as? any ResealableStore)
    let before = try await store.sealedValues(of: .grant, after: 0, limit: 10)
    #expect(before.count == 1)
    let counts = try await Resealing(store, keys: both, random: SystemRandomSource()).run()
    #expect(counts.resealed == 2 && counts.broken == 0)
    let after = try await store.sealedValues(of: .grant, after: 0, limit: 10)
    #expect(try SealingKeyRing.keyID(of: try #require(after.first).sealed) == "new")
    let again = try await Resealing(store, keys: both, random: SystemRandomSource()).run()
    #expect(again.resealed == 0 && again.seen == 2)
    _ = try await SigningKeyChain(register(world, MasterKeyRing(current: new)), time: world.time)
    // A value that changed since it was read is left as it is.
    #expect(try await !store.replace(try #require(before.first), with: [1]))
  }

  @Test("a check tells a store's own sealing keys from others, and changes nothing (issue 8)")
  func checks() async throws {
    let world = try World(.sqlite)
    let store = try #require(world.store as? any ResealableStore)
    let stranger = try MasterKeyRing(
      current: MasterKey(id: "test", secret: Secret(bytes: [UInt8](repeating: 5, count: 32))))
    func check(_ keys: MasterKeyRing) async throws -> SealingCheck.Findings {
      try await SealingCheck(store, keys: keys, random: SystemRandomSource()).run()
    }
    #expect(try await check(stranger).isGood, "nothing is sealed yet")
    try await world.signIn(code: world.apple.code())
    await world.work.run()
    #expect(try await check(World.keys) == SealingCheck.Findings(opened: 1))
    #expect(try await !check(stranger).isGood)
    _ = try await SigningKeyChain(register(world), time: world.time)
    #expect(try await check(World.keys) == SealingCheck.Findings(opened: 2))
    let found = try await check(stranger)
    #expect(found == SealingCheck.Findings(closed: 2, locksOut: true))
    #expect(!found.isGood)
  }

  @Test("values that no key opens are counted and left")
  func broken() async throws {
    let world = try World(.sqlite)
    try await world.signIn(code: world.apple.code())
    await world.work.run()
    let store = try #require(world.store as? any ResealableStore)
    let stranger = try MasterKeyRing(
      current: MasterKey(id: "other", secret: Secret(bytes: [UInt8](repeating: 5, count: 32))))
    let counts = try await Resealing(store, keys: stranger, random: SystemRandomSource()).run()
    #expect(counts.broken == 1 && counts.resealed == 0)
  }
}
