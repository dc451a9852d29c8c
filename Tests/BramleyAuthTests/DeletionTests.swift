import AppleSignIn
import BramleyAuth
import Foundation
import SimulatedDevice
import Testing
import _ClientTesting

@Suite("Deletion in one call") @MainActor struct DeletionTests {
  @Test("changes nothing when the person closes the sheet")
  func cancelled() async throws {
    let app = App()
    try await app.signIn()
    app.device.answerNext(.cancel)
    #expect(await app.failure { try await app.deleteAccount() }?.code == .canceled)
    #expect(await app.service.accounts.count == 1)
    #expect(try await app.auth.pendingDeletion() == nil)
  }

  @Test("sends nothing of another Apple Account that answers, and deletes nothing")
  func mismatch() async throws {
    let app = App()
    try await app.signIn()
    app.device.account = DeviceAccount(email: "amir@example.com")
    #expect(await app.failure { try await app.deleteAccount() }?.code == .userMismatch)
    #expect(await app.service.revokedCodes.isEmpty)
    #expect(await app.service.accounts.count == 1)
  }

  @Test("authorizes anew, revokes, deletes, wipes, in that order and at any age of the session: FR-38, R28")
  func order() async throws {
    let app = App()
    try await app.signIn()
    app.time.advance(by: 100_000)
    try await app.deleteAccount()
    let paths = await app.service.received.map(\.path)
    let revoke = try #require(paths.firstIndex { $0.hasSuffix("revokeToken") })
    let delete = try #require(paths.firstIndex { $0.hasSuffix("accounts:delete") })
    #expect(revoke < delete)
    #expect(await app.service.revokedCodes == ["code-2"])
    #expect(await app.service.accounts.isEmpty)
    #expect(app.auth.currentUser == nil)
    for key in ["session", "deletion", "first-authorizations"] {
      #expect(try await app.storage.retrieve(StorageKey(key)) == nil)
    }
  }

  @Test(
    "goes on after a crash between the steps: issue 7 point 8",
    arguments: [("revokeToken", 1), ("accounts:delete", 1)])
  func crashes(_ path: String, _ revocations: Int) async throws {
    let app = App()
    try await app.signIn()
    // The step fails for good as far as this process is concerned; then the process ends.
    await app.service.fail(path, .status(400, "INTERNAL"))
    _ = await app.failure { try await app.deleteAccount() }
    app.relaunch()
    try await app.auth.restore()
    #expect(try await app.auth.pendingDeletion() == .canContinue)
    try await app.auth.resumeDeletion()
    #expect(await app.service.accounts.isEmpty)
    #expect(await app.service.revokedCodes.count == revocations)
    #expect(app.auth.currentUser == nil)
    #expect(try await app.auth.pendingDeletion() == nil)
  }

  @Test("goes on when the answer to the deletion was lost and the process ended")
  func lostDeletion() async throws {
    let app = App()
    try await app.signIn()
    await app.service.fail("accounts:delete", .lostAnswer)
    await app.service.fail("accounts:delete", .offline, times: 2)
    let deleting = Task { await app.failure { try await app.deleteAccount() } }
    for _ in 0..<2 {
      await app.clock.untilSleeping()
      app.clock.advance(by: .seconds(2))
    }
    #expect(await deleting.value?.code == .networkError)
    app.relaunch()
    #expect(try await app.auth.pendingDeletion() == .canContinue)
    try await app.auth.resumeDeletion()
    #expect(app.auth.currentUser == nil)
  }

  @Test("wants a new authorization when the code ran out before it was sent")
  func codeRanOut() async throws {
    let app = App()
    try await app.signIn()
    await app.service.fail("revokeToken", .status(400, "INTERNAL"))
    _ = await app.failure { try await app.deleteAccount() }
    app.relaunch()
    app.time.advance(by: 300)
    #expect(try await app.auth.pendingDeletion() == .needsAuthorization)
    #expect(await app.failure { try await app.auth.resumeDeletion() }?.code == .requiresRecentLogin)
    try await app.deleteAccount()
    #expect(await app.service.accounts.isEmpty)
  }

  @Test("drops the journal of an account that is not the one signed in")
  func otherPerson() async throws {
    let app = App()
    try await app.signIn()
    await app.service.fail("revokeToken", .status(400, "INTERNAL"))
    _ = await app.failure { try await app.deleteAccount() }
    _ = try await app.auth.createUser(withEmail: "amir@example.com", password: "secret1")
    #expect(try await app.auth.pendingDeletion() == nil)
    try await app.auth.resumeDeletion()
    #expect(await app.service.accounts.count == 2)
  }

  @Test(
    "never waits for Apple: a service that cannot revoke now still deletes, after a proof of presence",
    arguments: [
      "OPERATION_NOT_ALLOWED : Revocation is not configured.",
      "INVALID_IDP_RESPONSE : Error getting access token from Apple.",
    ])
  func revocationImpossible(_ message: String) async throws {
    let app = App()
    try await app.signIn()
    app.time.advance(by: 1000)
    await app.service.fail("revokeToken", .status(400, message))
    try await app.deleteAccount()
    #expect(await app.service.accounts.isEmpty)
    #expect(await app.service.requests("signInWithIdp").last?.json["autoCreate"] as? Bool == false)
  }

  @Test("deletes an account without Apple after a recent sign-in, without a sheet")
  func withoutApple() async throws {
    let app = App()
    _ = try await app.auth.createUser(withEmail: "amir@example.com", password: "secret1")
    try await app.deleteAccount()
    #expect(app.device.attempts.isEmpty)
    #expect(await app.service.accounts.isEmpty)
  }

  @Test("deletes where the system gave no code")
  func withoutCode() async throws {
    let app = App()
    try await app.signIn()
    app.device.answerNext(.altered(.noAuthorizationCode, .share()))
    try await app.deleteAccount()
    #expect(await app.service.revokedCodes.isEmpty)
    #expect(await app.service.accounts.isEmpty)
  }

  @Test("lets the person start anew afterwards")
  func startAnew() async throws {
    let app = App()
    try await app.signIn()
    try await app.deleteAccount()
    try await app.device.stopUsingApp(quietly: true)
    #expect(try await app.signIn().additionalUserInfo?.isNewUser == true)
  }
}
