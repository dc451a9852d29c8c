import BramleyCrypto
import Testing

@testable import Accounts

@Suite("Sessions and refresh tokens")
struct SessionTests {
  @Test("refuses garbage without asking the store (R33)")
  func garbage() async throws {
    let world = try World()
    let good = try await world.signIn().tokens.refreshToken.revealText() ?? ""
    await expectRefusal(.missingRefreshToken) { _ = try await world.accounts.refresh(Secret(utf8: "")) }
    let browser = world.accounts.browserToken(for: Session.ID(number: 1)).revealText() ?? ""
    var flipped = Array(good.utf8)
    flipped[20] = flipped[20] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    for text in [
      "x", good + "A", String(good.dropLast()), good + "=", browser, String(repeating: "A", count: 10_000),
      String(decoding: flipped, as: UTF8.self),
    ] {
      await expectRefusal(.invalidRefreshToken) { _ = try await world.accounts.refresh(Secret(utf8: text)) }
    }
  }

  @Test("every changed bit of a refresh token is noticed")
  func bits() throws {
    let codec = try RefreshTokenCodec(World.keys)
    let content = RefreshTokenCodec.Content(session: Session.ID(number: 77), generation: 3)
    let token = codec.encode(content, as: .refresh)
    #expect(codec.decode(token, as: .refresh) == content)
    #expect(codec.decode(token, as: .browser) == nil)
    let bytes = try #require(Base64URL.decode(token.reveal()))
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      let spelled = Secret(utf8: Base64URL.encode(changed))
      #expect(codec.decode(spelled, as: .refresh) == nil, "byte \(index)")
    }
  }

  @Test("a token of another master key is refused; a former key still reads (decision 11)")
  func otherKey() throws {
    let codec = try RefreshTokenCodec(World.keys)
    let content = RefreshTokenCodec.Content(session: Session.ID(number: 77), generation: 3)
    let token = codec.encode(content, as: .refresh)
    let other = try MasterKey(id: "test", secret: Secret(bytes: [UInt8](repeating: 4, count: 32)))
    #expect(try RefreshTokenCodec(MasterKeyRing(current: other)).decode(token, as: .refresh) == nil)
    let next = try MasterKey(id: "next", secret: Secret(bytes: [UInt8](repeating: 5, count: 32)))
    let rotated = try MasterKeyRing(current: next, previous: World.keys.all)
    #expect(try RefreshTokenCodec(rotated).decode(token, as: .refresh) == content)
  }

  @Test(
    "rotates, answers a lost answer again, and ends the family on reuse (R31, FR-52)",
    arguments: StoreKind.allCases)
  func rotation(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let first = try await world.signIn().tokens
    world.time.advance(.seconds(10))
    let second = try await world.accounts.refresh(first.refreshToken).tokens
    #expect(second.refreshToken != first.refreshToken)
    world.time.advance(.seconds(7200))
    let again = try await world.accounts.refresh(first.refreshToken).tokens
    #expect(again.refreshToken == second.refreshToken, "the same successor")
    // The ID token of the successor's generation is presented: noted late, then thirty seconds more.
    _ = try await world.accounts.caller(idToken: again.idTokenText)
    await world.work.run()
    world.time.advance(.seconds(30))
    #expect(try await world.accounts.refresh(first.refreshToken).tokens.refreshToken == second.refreshToken)
    world.time.advance(.seconds(1))
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.refresh(first.refreshToken) }
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.refresh(second.refreshToken) }
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(idToken: again.idTokenText) }
  }

  @Test("auth_time stays over refreshes (wire 177)")
  func authTime() async throws {
    let world = try World()
    let signedIn = try await world.signIn()
    world.time.advance(.seconds(2))
    let refreshed = try await world.accounts.refresh(signedIn.tokens.refreshToken)
    let claims = try #require(world.claims(of: refreshed.tokens.idTokenText))
    #expect(claims["auth_time"] == .integer(signedIn.account.lastLoginAt?.seconds ?? 0))
    #expect(claims["iat"] == .integer(world.time.now().seconds))
  }

  @Test("an idle session, and one before validSince, are over (R33, R34)")
  func over() async throws {
    let world = try World { $0.sessionAbsolute = .seconds(200 * 86_400) }
    let first = try await world.signIn().tokens
    world.time.advance(.seconds(90 * 86_400 + 1))
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.refresh(first.refreshToken) }
    let second = try await world.signIn()
    world.time.advance(.seconds(2))
    _ = try await world.accounts.administer(
      second.account.id, update { $0.validSince = Timestamp(seconds: world.time.now().seconds) })
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.refresh(second.tokens.refreshToken) }
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(idToken: second.idToken) }
  }

  @Test(
    "what is no ID token of ours is INVALID_ID_TOKEN; what is too old TOKEN_EXPIRED (R12, wire §4)",
    arguments: StoreKind.allCases)
  func idTokens(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let signedIn = try await world.signIn()
    await expectRefusal(.missingIDToken) { _ = try await world.accounts.caller(idToken: "") }
    let parts = signedIn.idToken.split(separator: ".").map(String.init)
    let unsigned = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8)) + "." + parts[1] + "."
    let cookie = try await world.accounts.sessionCookie(idToken: signedIn.idToken).revealText() ?? ""
    for text in ["x", "a.b.c", unsigned, parts[0] + "." + parts[1], signedIn.idToken + "=", cookie] {
      await expectRefusal(.invalidIDToken) { _ = try await world.accounts.caller(idToken: text) }
    }
    // A cached token with a spoilt signature is another token.
    let last = try #require(parts[2].last)
    let spoilt = parts[0] + "." + parts[1] + "." + parts[2].dropLast(2) + (last == "A" ? "BB" : "AA")
    await expectRefusal(.invalidIDToken) { _ = try await world.accounts.caller(idToken: spoilt) }
    await expectRefusal(.invalidIDToken) {
      _ = try await world.accounts.caller(sessionCookie: signedIn.idToken)
    }
    world.time.advance(.seconds(3600))
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(idToken: signedIn.idToken) }
  }

  @Test("a session cookie lives as long as was asked, 5 minutes to 14 days (wire 183, 185)")
  func cookies() async throws {
    let world = try World()
    let signedIn = try await world.signIn()
    for seconds in [Int64(299), 1_209_601] {
      await expectRefusal(.invalidDuration) {
        _ = try await world.accounts.sessionCookie(idToken: signedIn.idToken, lifetime: .seconds(seconds))
      }
    }
    let cookie = try await world.accounts.sessionCookie(idToken: signedIn.idToken, lifetime: .seconds(7777))
    let claims = try #require(world.claims(of: cookie.revealText() ?? ""))
    #expect(claims["iss"] == .text("https://id.example/demo/session"))
    #expect(claims["exp"] == .integer(world.time.now().seconds + 7777))
    let caller = try await world.accounts.caller(sessionCookie: cookie.revealText() ?? "")
    #expect(caller.account.id == signedIn.account.id)
  }

  @Test("sessions are listed and ended: one, the others, all; nobody else's", arguments: StoreKind.allCases)
  func ending(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let one = try await world.signIn()
    let two = try await world.signIn()
    let three = try await world.signIn()
    let stranger = try await world.signIn("000009.eve", email: nil)
    #expect(
      try await world.accounts.sessions(idToken: one.idToken).map(\.id)
        == [three, two, one].map(\.tokens.session))
    try await world.accounts.endSessions(.one(one.tokens.session), idToken: stranger.idToken)
    _ = try await world.accounts.caller(idToken: one.idToken)
    try await world.accounts.endSessions(.one(two.tokens.session), idToken: one.idToken)
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(idToken: two.idToken) }
    try await world.accounts.endSessions(.others, idToken: one.idToken)
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.refresh(three.tokens.refreshToken) }
    try await world.accounts.endSessions(.all, idToken: one.idToken)
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(idToken: one.idToken) }
    try await world.accounts.signOut(stranger.tokens.refreshToken)
    try await world.accounts.signOut(Secret(utf8: "garbage"))
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(idToken: stranger.idToken) }
  }

  @Test("a browser token stands for its session until that ends")
  func browserTokens() async throws {
    let world = try World()
    let signedIn = try await world.signIn()
    let token = world.accounts.browserToken(for: signedIn.tokens.session).revealText() ?? ""
    #expect(try await world.accounts.caller(browserToken: token).account.id == signedIn.account.id)
    let refresh = signedIn.tokens.refreshToken.revealText() ?? ""
    await expectRefusal(.invalidIDToken) { _ = try await world.accounts.caller(browserToken: refresh) }
    try await world.accounts.signOut(browserToken: token)
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(browserToken: token) }
  }

  @Test("the cache of known tokens is bounded and forgets at expiry (R15)")
  func cache() {
    let cache = CallerCache(capacity: 8)
    let check = CallerCheck(
      account: Account.ID(unchecked: "a"), session: Session.ID(number: 1), issuedAt: Timestamp(seconds: 1))
    let digests = (0..<100).map { SHA256.digest(utf8: "\($0)") }
    for digest in digests { cache.remember(check, as: digest, until: 10, generation: 0) }
    let now = Timestamp(seconds: 9)
    #expect(digests.filter { cache.check(of: $0, at: now, generation: 0) != nil }.count <= 8)
    #expect(digests.last.flatMap { cache.check(of: $0, at: now, generation: 0) } == check)
    #expect(digests.last.flatMap { cache.check(of: $0, at: Timestamp(seconds: 10), generation: 0) } == nil)
  }

  @Test("the cache keeps what is in use up to three quarters of its bound (R15)")
  func cacheKeeps() {
    let cache = CallerCache(capacity: 4096)
    let check = CallerCheck(
      account: Account.ID(unchecked: "a"), session: Session.ID(number: 1), issuedAt: Timestamp(seconds: 1))
    let digests = (0..<3072).map { SHA256.digest(utf8: "\($0)") }
    for digest in digests { cache.remember(check, as: digest, until: 10, generation: 0) }
    let kept = digests.filter { cache.check(of: $0, at: Timestamp(seconds: 9), generation: 0) != nil }
    #expect(kept.count >= 3072 * 99 / 100)
  }

  @Test(
    "the cache forgets everything when a signing key was taken away, and what was verified before it (R15)")
  func cacheGeneration() {
    let cache = CallerCache(capacity: 8)
    let check = CallerCheck(
      account: Account.ID(unchecked: "a"), session: Session.ID(number: 1), issuedAt: Timestamp(seconds: 1))
    let digest = SHA256.digest(utf8: "token")
    let now = Timestamp(seconds: 2)
    cache.remember(check, as: digest, until: 10, generation: 0)
    #expect(cache.check(of: digest, at: now, generation: 1) == nil)
    cache.remember(check, as: digest, until: 10, generation: 0)
    #expect(cache.check(of: digest, at: now, generation: 1) == nil)
    cache.remember(check, as: digest, until: 10, generation: 1)
    #expect(cache.check(of: digest, at: now, generation: 1) == check)
  }

  @Test("identifiers grow, have their form and never repeat, also when the clock stands")
  func identifiers() {
    let source = TimedIdentifiers(random: SystemRandomSource()) { 1_800_000_000_000_000 }
    let accounts = (0..<200).map { _ in source.accountID() }
    #expect(accounts == accounts.sorted() && Set(accounts).count == 200)
    #expect(
      accounts.allSatisfy { $0.text.utf8.count == 28 && $0.text.allSatisfy { $0.isLetter || $0.isNumber } })
    let sessions = (0..<200).map { _ in source.sessionID() }
    #expect(sessions == sessions.sorted() && Set(sessions).count == 200)
    #expect(sessions.allSatisfy { Session.ID(text: $0.text) == $0 })
  }
}

extension World {
  /// The claims of one of our tokens.
  func claims(of token: String) -> [String: JSONMember]? { Accounts.claims(ofMadeUp: token) }
}
