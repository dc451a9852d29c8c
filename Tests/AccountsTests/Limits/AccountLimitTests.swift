import BramleyCrypto
import Testing

@testable import Accounts

@Suite("Limits of sign-in, passwords, codes and refresh")
struct AccountLimitTests {
  private static let eve = ClientFacts(address: "203.0.113.9", network: "203.0.113.9")
  private static let ann = ClientFacts(address: "192.0.2.1", network: "192.0.2.1")

  private static func stranger(_ number: Int) -> ClientFacts {
    ClientFacts(address: "198.51.100.\(number)", network: "198.51.100.\(number)")
  }

  private func world(_ kind: StoreKind = .memory) throws -> World {
    try World(kind, mode: .production) { policy in
      policy.limits = .standard
      policy.allowsAnonymous = true
    }
  }

  /// How often a password may be tried; the answer of the last try.
  private func guess(
    _ times: Int, _ world: World, _ client: ClientFacts, _ password: String = "wrong horse",
    for email: String = "ann@example.com"
  ) async -> (tried: Int, last: AccountsError?) {
    var tried = 0
    var last: AccountsError?
    for _ in 0..<times {
      last = await refusal(of: password, for: email, world, client)
      if last?.code != .tooManyAttempts { tried += 1 }
    }
    return (tried, last)
  }

  /// One try of a password: what refused it, or nothing.
  private func refusal(of password: String, for email: String, _ world: World, _ client: ClientFacts) async
    -> AccountsError?
  {
    do throws(AccountsError) {
      _ = try await world.accounts.signIn(email: email, password: Secret(utf8: password), client: client)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "who guesses passwords is stopped, and does not lock the owner out (brute force)",
    arguments: StoreKind.allCases)
  func guessing(_ kind: StoreKind) async throws {
    let world = try world(kind)
    _ = try await world.password()
    let guesses = await guess(30, world, Self.eve)
    #expect(guesses.tried == 10)
    #expect(guesses.last?.code == .tooManyAttempts)
    #expect(guesses.last?.retryAfter != nil)
    // The right password is refused to the guesser too: an answer would tell it.
    #expect(await guess(1, world, Self.eve, "correct horse").last?.code == .tooManyAttempts)
    #expect(await guess(1, world, Self.ann, "correct horse").last == nil)
    world.time.advance(.seconds(600))
    #expect(await guess(1, world, Self.eve, "correct horse").last == nil)
  }

  @Test("behind a proxy that is not listed the account's own limit holds, for everybody together (A38)")
  func unknownNetwork() async throws {
    let world = try world()
    _ = try await world.password()
    let client = ClientFacts(address: "127.0.0.1", isLimited: true)
    #expect(await guess(120, world, client).tried == 100)
    // Nothing tells the owner from the guesser here.
    _ = try await world.accounts.signUpAnonymously(client: client)
  }

  @Test("a right password does not count, however often")
  func rightPassword() async throws {
    let world = try world()
    _ = try await world.password()
    #expect(await guess(50, world, Self.ann, "correct horse").tried == 50)
    #expect(await guess(30, world, Self.ann).tried == 10)
  }

  @Test("many networks together are stopped; where the owner is signed in he goes on (brute force)")
  func distributed() async throws {
    let world = try world()
    _ = try await world.password()
    #expect(await guess(1, world, Self.ann, "correct horse").last == nil)
    var tried = 0
    for number in 1...30 { tried += await guess(8, world, Self.stranger(number)).tried }
    #expect(tried == 100)
    #expect(await guess(1, world, Self.stranger(200), "correct horse").last?.code == .tooManyAttempts)
    #expect(await guess(1, world, Self.ann, "correct horse").last == nil)
  }

  @Test("one password for many accounts is stopped, known or unknown alike (password spraying, R29)")
  func spraying() async throws {
    let world = try world()
    var tried = 0
    for number in 0..<150 {
      tried += await guess(1, world, Self.eve, for: "p\(number)@example.com").tried
    }
    #expect(tried == 100)
  }

  @Test("a refused attempt changes nothing that R42 names")
  func refusalWritesNothing() async throws {
    let world = try world()
    _ = try await world.password()
    _ = await guess(10, world, Self.eve)
    let before = try world.heldRows().filter { !$0.hasPrefix("lease") }
    _ = await guess(10, world, Self.eve)
    #expect(try world.heldRows().filter { !$0.hasPrefix("lease") } == before)
  }

  @Test("new accounts are limited by network: anonymous ones and those with a password together (R29)")
  func signUp() async throws {
    let world = try world()
    for number in 0..<60 {
      if number % 2 == 0 {
        _ = try await world.accounts.signUpAnonymously(client: Self.eve)
      } else {
        _ = try await world.accounts.signUp(
          email: "p\(number)@example.com", password: Secret(utf8: "correct horse"), client: Self.eve)
      }
    }
    await expectRefusal(.tooManyAttempts) { _ = try await world.accounts.signUpAnonymously(client: Self.eve) }
    _ = try await world.accounts.signUpAnonymously(client: Self.ann)
  }

  @Test("sign-ins with an identity are limited by network")
  func identities() async throws {
    let world = try world()
    for _ in 0..<300 {
      await expectRefusal(.invalidIdPResponse) {
        _ = try await world.accounts.signIn(
          with: .apple(AppleCredential(identityToken: "x.y.z", nonce: .raw("raw"))), client: Self.eve)
      }
    }
    await expectRefusal(.tooManyAttempts) {
      _ = try await world.accounts.signIn(with: world.apple(), client: Self.eve)
    }
    _ = try await world.accounts.signIn(with: world.apple(), client: Self.ann)
  }

  private func posting(_ client: ClientFacts) -> Posting {
    Posting(locale: nil, client: client) { _ in "https://id.example/action" }
  }

  private func mailWorld() throws -> World {
    try World(.memory, mode: .production, delivery: TestDelivery()) { $0.limits = .standard }
  }

  @Test(
    "mail with codes is limited by who gets it, whoever asks, and an unknown address looks the same (R29)")
  func mail() async throws {
    let world = try mailWorld()
    _ = try await world.password()
    for email in ["ann@example.com", "nobody@example.com"] {
      for number in 0..<6 {
        try await world.accounts.mailPasswordReset(to: email, posting(Self.stranger(number)))
      }
      await expectRefusal(.tooManyAttempts) {
        try await world.accounts.mailPasswordReset(to: email, posting(Self.ann))
      }
      // Another purpose is the same mailbox.
      await expectRefusal(.tooManyAttempts) {
        try await world.accounts.mailSignInLink(to: email.uppercased(), posting(Self.ann))
      }
    }
    // Administrators are not limited.
    _ = try await world.accounts.passwordResetCode(for: "ann@example.com")
  }

  @Test("mail with codes is limited by who asks")
  func mailByNetwork() async throws {
    let world = try mailWorld()
    for number in 0..<60 {
      try await world.accounts.mailSignInLink(to: "p\(number)@example.com", posting(Self.eve))
    }
    await expectRefusal(.tooManyAttempts) {
      try await world.accounts.mailSignInLink(to: "last@example.com", posting(Self.eve))
    }
  }

  @Test("text messages are limited by number and by who asks; tries of codes too")
  func text() async throws {
    let world = try world()
    var info = ""
    for number in 0..<5 {
      info =
        try await world.accounts.beginPhoneVerification("+12025550123", client: Self.stranger(number))
        .sessionInfo.revealText() ?? ""
    }
    await expectRefusal(.tooManyAttempts) {
      _ = try await world.accounts.beginPhoneVerification("+12025550123", client: Self.ann)
    }
    for _ in 0..<60 {
      do { _ = try await world.accounts.signIn(phoneSession: info, code: "x", client: Self.eve) } catch {}
    }
    await expectRefusal(.tooManyAttempts) {
      _ = try await world.accounts.signIn(phoneSession: info, code: "x", client: Self.eve)
    }
  }

  @Test("who knows the password cannot guess the second factor by signing in again and again")
  func secondFactor() async throws {
    let world = try world()
    let token = try await world.signIn().idToken
    let enrolment = try await world.accounts.beginOneTimePasswordEnrolment(idToken: token)
    let secret = Secret(bytes: Self.base32(enrolment.sharedSecret.revealText() ?? ""))
    let code = try #require(
      OneTimePassword.password(secret: secret, step: world.time.now().seconds / OneTimePassword.period))
    let account = try await world.accounts.finishOneTimePasswordEnrolment(
      idToken: token, sessionInfo: enrolment.sessionInfo.revealText() ?? "", password: code,
      displayName: nil
    ).account
    let factor = try #require(account.secondFactors.first)
    var tries = 0
    for number in 0..<8 {
      guard let pending = try await pending(world) else { continue }
      for _ in 0..<4 {
        do throws(AccountsError) {
          _ = try await world.accounts.finishSecondFactor(
            pending: pending, enrolment: factor.id, password: "000000", client: Self.stranger(number))
        } catch {
          if error.code == .invalidCode { tries += 1 }
        }
      }
    }
    #expect(tries == 15)
  }

  /// The bytes of base32 text (RFC 4648 §6).
  private static func base32(_ text: String) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    var (buffer, bits, bytes) = (UInt32(0), 0, [UInt8]())
    for byte in text.utf8 {
      buffer = (buffer << 5 | UInt32(alphabet.firstIndex(of: byte) ?? 0)) & 0xffff
      bits += 5
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
    }
    return bytes
  }

  private func pending(_ world: World) async throws -> String? {
    do throws(AccountsError) {
      _ = try await world.accounts.signIn(with: world.apple())
      return nil
    } catch {
      return error.secondFactor?.credential.revealText()
    }
  }

  @Test("one session refreshes so often and no more; others go on")
  func refresh() async throws {
    let world = try world()
    let first = try await world.signIn().tokens.refreshToken
    let other = try await world.signIn("000002.bob", email: nil).tokens.refreshToken
    for _ in 0..<120 { _ = try await world.accounts.refresh(first, client: Self.ann) }
    await expectRefusal(.tooManyAttempts) { _ = try await world.accounts.refresh(first, client: Self.eve) }
    _ = try await world.accounts.refresh(other, client: Self.ann)
    world.time.advance(.seconds(600))
    _ = try await world.accounts.refresh(first, client: Self.ann)
  }

  @Test("web flows, parked answers and page codes are limited by network: each keeps a row")
  func rows() async throws {
    let world = try world()
    for _ in 0..<300 {
      _ = try await world.accounts.park(ParkedAnswer(fields: ["state": "x"]), client: Self.eve)
    }
    await expectRefusal(.tooManyAttempts) {
      _ = try await world.accounts.park(ParkedAnswer(fields: ["state": "x"]), client: Self.eve)
    }
    for _ in 0..<300 {
      await expectRefusal(.invalidGrant) {
        _ = try await world.accounts.redeem(pageCode: "x", verifier: "y", client: Self.eve)
      }
    }
    await expectRefusal(.tooManyAttempts) {
      _ = try await world.accounts.redeem(pageCode: "x", verifier: "y", client: Self.eve)
    }
  }
}
