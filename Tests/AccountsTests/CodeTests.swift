import BramleyCrypto
import Testing

@testable import Accounts

@Suite("Codes that people bring back")
struct CodeTests {
  private static func wrong(_ code: Secret) -> String {
    code.revealText() == "000000" ? "000001" : "000000"
  }

  @Test("five misses end a telephone verification", arguments: StoreKind.allCases)
  func misses(kind: StoreKind) async throws {
    let world = try World(kind)
    let challenge = try await world.accounts.beginPhoneVerification("+12025550123")
    let session = challenge.sessionInfo.revealText() ?? ""
    for _ in 0..<5 {
      await expectRefusal(.invalidCode) {
        _ = try await world.accounts.signIn(phoneSession: session, code: Self.wrong(challenge.code))
      }
    }
    await expectRefusal(.invalidSessionInfo) {
      _ = try await world.accounts.signIn(
        phoneSession: session, code: challenge.code.revealText() ?? "")
    }
    #expect(try await world.accounts.count() == 0)
  }

  @Test("many guesses at once are not more guesses", arguments: StoreKind.allCases)
  func parallelGuesses(kind: StoreKind) async throws {
    let world = try World(kind)
    let challenge = try await world.accounts.beginPhoneVerification("+12025550123")
    let session = challenge.sessionInfo.revealText() ?? ""
    let guess = Self.wrong(challenge.code)
    let misses = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<32 {
        group.addTask {
          do {
            _ = try await world.accounts.signIn(phoneSession: session, code: guess)
            return true
          } catch {
            return (error as? AccountsError)?.code == .invalidCode
          }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(misses <= 5, "\(misses) guesses were judged")
  }

  @Test("of several people with one mail code exactly one uses it: R30", arguments: StoreKind.allCases)
  func oneUse(kind: StoreKind) async throws {
    let world = try World(kind)
    let issued = try await world.accounts.emailSignInCode(for: "ann@example.com")
    let code = issued.code.revealText() ?? ""
    let winners = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (try? await world.accounts.signIn(emailLink: code, email: "ann@example.com")) != nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(winners == 1)
    #expect(try await world.accounts.count() == 1)
  }

  @Test(
    "a mail link to an address that a proven stranger holds unproven makes an account of its own: R23, R26c",
    arguments: StoreKind.allCases)
  func yielding(kind: StoreKind) async throws {
    let world = try World(kind)
    let stranger = try await world.signIn(email: nil)
    let token = stranger.tokens.idToken.revealText() ?? ""
    var update = AccountUpdate()
    update.email = .set("ann@example.com")
    let changed = try await world.accounts.update(idToken: token, update)
    #expect(changed.account.email == "ann@example.com")
    let code = try await world.accounts.emailSignInCode(for: "ann@example.com").code.revealText() ?? ""
    let owner = try await world.accounts.signIn(emailLink: code, email: "ann@example.com")
    #expect(owner.isNewAccount)
    #expect(owner.account.id != stranger.account.id)
    let left = try await world.accounts.accounts(by: [.id(stranger.account.id)]).first
    #expect(left?.email == nil)
    #expect(left?.identities.count == 1)
  }

  @Test("a code that came too late is told from one that never was", arguments: StoreKind.allCases)
  func expiry(kind: StoreKind) async throws {
    let world = try World(kind)
    _ = try await world.password()
    let issued = try await world.accounts.passwordResetCode(for: "ann@example.com")
    let code = try #require(issued?.code.revealText())
    await expectRefusal(.invalidOutOfBandCode) {
      _ = try await world.accounts.inspect(outOfBandCode: code.dropLast(8) + "AAAAAAAA")
    }
    world.time.advance(.seconds(3601))
    await expectRefusal(.expiredOutOfBandCode) {
      _ = try await world.accounts.inspect(outOfBandCode: code)
    }
  }
}

@Suite("Second factors in the domain")
struct SecondFactorRuleTests {
  /// An account with a telephone as second factor.
  private func enrolled(_ world: World) async throws -> Account {
    let signedIn = try await world.signIn()
    let token = signedIn.tokens.idToken.revealText() ?? ""
    let challenge = try await world.accounts.beginPhoneEnrolment(
      idToken: token, phoneNumber: "+12025550123")
    return try await world.accounts.finishPhoneEnrolment(
      idToken: token, sessionInfo: challenge.sessionInfo.revealText() ?? "",
      code: challenge.code.revealText() ?? "", displayName: "Phone"
    ).account
  }

  private func pending(_ world: World) async throws -> PendingSecondFactor {
    do {
      _ = try await world.signIn()
    } catch let error as AccountsError {
      return try #require(error.secondFactor)
    }
    Issue.record("the first factor alone signed in")
    throw AccountsError(.unavailable)
  }

  @Test("the first factor opens no session that anybody could use", arguments: StoreKind.allCases)
  func noSession(kind: StoreKind) async throws {
    let world = try World(kind)
    let account = try await enrolled(world)
    let before = try await world.accounts.sessions(of: account.id).map(\.id)
    _ = try await pending(world)
    #expect(try await world.accounts.sessions(of: account.id).map(\.id) == before)
  }

  @Test(
    "a pending sign-in is good once, ten minutes, and not after everything was ended: A33",
    arguments: StoreKind.allCases)
  func once(kind: StoreKind) async throws {
    let world = try World(kind)
    let account = try await enrolled(world)
    let id = try #require(account.secondFactors.first?.id)
    func challenge(_ pending: PendingSecondFactor) async throws -> (
      credential: String, session: String, code: String
    ) {
      let credential = pending.credential.revealText() ?? ""
      let challenge = try await world.accounts.beginSecondFactor(pending: credential, enrolment: id)
      return (
        credential, challenge.sessionInfo.revealText() ?? "", challenge.code.revealText() ?? ""
      )
    }
    let first = try await challenge(try await pending(world))
    let signedIn = try await world.accounts.finishSecondFactor(
      pending: first.credential, sessionInfo: first.session, code: first.code)
    #expect(signedIn.account.id == account.id)
    await expectRefusal(.invalidPendingCredential) {
      _ = try await world.accounts.beginSecondFactor(pending: first.credential, enrolment: id)
    }
    let late = try await pending(world)
    world.time.advance(.seconds(601))
    await expectRefusal(.invalidPendingCredential) { _ = try await challenge(late) }
    let overtaken = try await pending(world)
    world.time.advance(.seconds(2))
    var update = AdministrativeUpdate()
    update.validSince = world.time.now()
    _ = try await world.accounts.administer(account.id, update)
    await expectRefusal(.invalidPendingCredential) { _ = try await challenge(overtaken) }
  }

  @Test("one person's verification is nothing for another's pending sign-in")
  func binding() async throws {
    let world = try World()
    let account = try await enrolled(world)
    let id = try #require(account.secondFactors.first?.id)
    let enrolment = try await world.accounts.beginPhoneVerification("+12025550123")
    let credential = try await pending(world).credential.revealText() ?? ""
    _ = try await world.accounts.beginSecondFactor(pending: credential, enrolment: id)
    await expectRefusal(.invalidSessionInfo) {
      _ = try await world.accounts.finishSecondFactor(
        pending: credential, sessionInfo: enrolment.sessionInfo.revealText() ?? "",
        code: enrolment.code.revealText() ?? "")
    }
  }

  @Test("a secret of one-time passwords is sealed in the store")
  func sealing() async throws {
    let world = try World()
    let token = try await world.signIn().tokens.idToken.revealText() ?? ""
    let enrolment = try await world.accounts.beginOneTimePasswordEnrolment(idToken: token)
    let shared = enrolment.sharedSecret.revealText() ?? ""
    #expect(!shared.isEmpty)
    #expect(!(try world.dump().contains { $0.contains(shared) }))
  }
}
