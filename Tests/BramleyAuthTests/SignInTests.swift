import AppleSignIn
import BramleyAuth
import Foundation
import SimulatedDevice
import Testing
import _ClientTesting

@Suite("Signing in to a service") @MainActor struct SignInTests {
  @Test(
    "gives each refusal of the wire its code: issue 7 point 8",
    arguments: [
      ("INVALID_IDP_RESPONSE : The Apple identity token is not valid.", AuthErrorCode.invalidCredential),
      ("MISSING_OR_INVALID_NONCE : Nonce is missing in the request.", .missingOrInvalidNonce),
      ("USER_DISABLED", .userDisabled), ("OPERATION_NOT_ALLOWED : Off.", .operationNotAllowed),
      ("OPERATION_NOT_ALLOWED : CONSENT_REQUIRED Say yes.", .consentRequired),
      ("ADMIN_ONLY_OPERATION", .adminRestrictedOperation), ("SOMETHING_NEW : x", .internalError),
    ])
  func refusals(_ message: String, _ code: AuthErrorCode) async throws {
    let app = App()
    await app.service.fail("signInWithIdp", .status(400, message))
    let error = await app.failure { try await app.signIn() }
    #expect(error?.code == code)
    #expect(error?.constant == message.split(separator: " ").first.map(String.init))
    #expect(error?.traceID == "trace-1")
    #expect(app.auth.currentUser == nil)
  }

  @Test("takes no answer for a session that lacks a token", arguments: ["{}", "[]", "<html>", ""])
  func malformedAnswers(_ body: String) async {
    let app = App()
    await app.service.fail("signInWithIdp", .text(200, body))
    #expect(await app.failure { try await app.signIn() }?.code == .internalError)
    #expect(app.auth.currentUser == nil)
  }

  @Test("signs in with an Apple result and shows name, address and ways in")
  func signsIn() async throws {
    let app = App()
    let result = try await app.signIn()
    #expect(result.additionalUserInfo?.isNewUser == true)
    #expect(result.user.displayName == "Maria Rossi")
    #expect(result.user.email == "maria@example.com")
    #expect(result.user.providerData.map(\.providerID) == ["apple.com"])
    #expect(result.user.metadata.creationDate == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(app.auth.currentUser === result.user)
  }

  @Test("sends the wire what it wants: percent-encoded form, raw nonce, code, headers")
  func wireForm() async throws {
    let app = App()
    app.device.account?.name.givenName = "Ma & =+%"
    try await app.signIn()
    let request = try #require(await app.service.requests("signInWithIdp").first)
    #expect(request.text("requestUri") == "http://localhost")
    #expect(request.json["returnIdpCredential"] as? Bool == true)
    #expect(request.json["autoCreate"] as? Bool == true)
    let body = try #require(request.text("postBody"))
    #expect(body.hasPrefix("providerId=apple.com&id_token="))
    #expect(body.contains("&code=code-1&user=%7B%22name%22"))
    #expect(request.headers["X-Client-Version"]?.hasPrefix("BramleyAuth/") == true)
    #expect(request.headers["X-Ios-Bundle-Identifier"] == "com.example.app")
    #expect(request.headers["X-Bramley-Request-Id"]?.count == 32)
    #expect(try app.user().displayName == "Ma & =+% Rossi")
  }

  @Test("repeats a sign-in whose answer was lost, under the same request id: R20")
  func lostAnswer() async throws {
    let app = App()
    await app.service.fail("signInWithIdp", .lostAnswer)
    let signingIn = Task { try await app.signIn() }
    await app.clock.untilSleeping()
    app.clock.advance(by: .seconds(1))
    #expect(try await signingIn.value.user.displayName == "Maria Rossi")
    let ids = await app.service.requests("signInWithIdp").map { $0.headers["X-Bramley-Request-Id"] }
    #expect(ids.count == 2 && Set(ids).count == 1)
    #expect(await app.service.accounts.count == 1)
  }

  @Test("does not repeat what would make a second account")
  func noRepeatedSignUp() async {
    let app = App()
    await app.service.fail("signUp", .lostAnswer)
    #expect(await app.failure { try await app.auth.signInAnonymously() }?.code == .networkError)
    #expect(await app.service.accounts.count == 1)
  }

  @Test("waits as long as the service asks, within reason")
  func retryAfter() async throws {
    let app = App()
    await app.service.fail("signInWithIdp", .status(503, "UNAVAILABLE", headers: ["retry-after": "3"]))
    let signingIn = Task { try await app.signIn() }
    await app.clock.untilSleeping()
    app.clock.advance(by: .seconds(3))
    _ = try await signingIn.value
    await app.service.fail("signInWithIdp", .status(503, "UNAVAILABLE", headers: ["retry-after": "600"]))
    let error = await app.failure { try await app.signIn() }
    #expect(error?.code == .unavailable)
    #expect(error?.retryAfter == .seconds(600))
  }

  @Test("keeps the name through a failed network and sends it the next time: issue 7 point 2")
  func nameSurvives() async throws {
    let app = App()
    await app.service.fail("signInWithIdp", .status(400, "INVALID_IDP_RESPONSE : x"))
    _ = await app.failure { try await app.signIn() }
    app.relaunch()
    #expect(try await app.signIn().user.displayName == "Maria Rossi")
    #expect(try await app.storage.retrieve(StorageKey("first-authorizations")) == nil)
  }

  @Test("keeps the vault until a look-up shows the name: R24")
  func vaultWaitsForLookup() async throws {
    let app = App()
    await app.service.fail("lookup", .status(400, "INTERNAL"))
    try await app.signIn()
    #expect(try await app.storage.retrieve(StorageKey("first-authorizations")) != nil)
    try await app.user().reload()
    #expect(try await app.storage.retrieve(StorageKey("first-authorizations")) == nil)
  }

  @Test("stays signed in although the look-up after it fails")
  func lookupFails() async throws {
    let app = App()
    await app.service.fail("lookup", .status(400, "INTERNAL"))
    try await app.signIn()
    app.relaunch()
    #expect(try await app.auth.restore() != nil)
  }

  @Test("vaults the name of a credential that the app made itself")
  func ownCredential() async throws {
    let app = App()
    let apple = try await app.device.run { try await app.apple.signIn() }
    try await app.storage.remove(StorageKey("first-authorizations"))
    await app.service.fail("signInWithIdp", .status(400, "INVALID_IDP_RESPONSE : x"))
    let credential = OAuthProvider.appleCredential(
      withIDToken: apple.identityToken, rawNonce: apple.rawNonce, fullName: apple.name)
    _ = await app.failure { try await app.auth.signIn(with: credential) }
    let vault = FirstAuthorizationVault(storage: app.storage)
    #expect(await vault.authorization(of: apple.user)?.name?.givenName == "Maria")
  }

  @Test("carries a credential for the retry when the address belongs to another account: FR-36")
  func conflict() async throws {
    let app = App()
    await app.service.add(.init(uid: "old", email: "maria@example.com", password: "secret1"))
    let error = await app.failure { try await app.signIn() }
    #expect(error?.code == .accountExistsWithDifferentCredential)
    #expect(error?.otherProviders == ["password"])
    #expect(error?.email == "maria@example.com")
    let updated = try #require(error?.updatedCredential)
    #expect(try await app.auth.signIn(with: updated).user.uid == "old")
    #expect(await app.failure { try await app.auth.signIn(with: updated) }?.code == .invalidCredential)
  }

  @Test("hands the same over to code that reads user info, as for Firebase")
  func userInfo() async throws {
    let app = App()
    await app.service.add(.init(uid: "old", email: "maria@example.com", password: "secret1"))
    let error = try #require(await app.failure { try await app.signIn() }) as NSError
    #expect(error.domain == AuthErrorDomain)
    #expect(AuthErrorCode(rawValue: error.code) == .accountExistsWithDifferentCredential)
    #expect(error.userInfo[AuthErrors.userInfoUpdatedCredentialKey] is AuthCredential)
  }

  @Test("signs in with password, custom token and anonymously")
  func otherWays() async throws {
    let app = App()
    _ = try await app.auth.createUser(withEmail: "amir@example.com", password: "secret1")
    #expect(
      await app.failure {
        try await app.auth.signIn(withEmail: "amir@example.com", password: "wrong")
      }?.code == .wrongPassword)
    #expect(
      try await app.auth.signIn(withEmail: "amir@example.com", password: "secret1").user.email
        == "amir@example.com")
    #expect(try await app.auth.signIn(withCustomToken: "x").user.displayName == "custom")
    try await app.auth.signOut()
    let anonymous = try await app.auth.signInAnonymously().user
    #expect(anonymous.isAnonymous)
    #expect(try await app.auth.signInAnonymously().user.uid == anonymous.uid)
  }

  @Test("says that the person closed the sheet, and sends nothing")
  func cancelled() async {
    let app = App()
    app.device.answerNext(.cancel)
    let error = await app.failure { try await app.signIn() }
    #expect(error?.code == .canceled)
    #expect(error?.appleError?.isCancellation == true)
    #expect(await app.service.received.isEmpty)
  }

  @Test("calls completions back once, on the main thread")
  func completions() async throws {
    let app = App()
    let credential = try await app.credential()
    let name = await withCheckedContinuation { continuation in
      app.auth.signIn(with: credential) { result, error in
        #expect(error == nil)
        continuation.resume(returning: result?.user.displayName)
      }
    }
    #expect(name == "Maria Rossi")
    let code = await withCheckedContinuation { continuation in
      app.auth.signIn(with: credential) { _, error in
        continuation.resume(returning: (error as NSError?)?.code)
      }
    }
    #expect(code == AuthErrorCode.missingOrInvalidNonce.rawValue)
  }
}
