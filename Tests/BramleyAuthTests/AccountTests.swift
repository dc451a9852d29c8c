import AppleSignIn
import BramleyAuth
import Foundation
import SimulatedDevice
import Testing
import _ClientTesting

@Suite("Account of the signed-in person") @MainActor struct AccountTests {
  private let consent = ConsentStatement(kind: "link:apple.com", version: "1", text: "Yes", locale: "en")

  @Test("wants consent for a link, and links with it: R27")
  func link() async throws {
    let app = App()
    _ = try await app.auth.createUser(withEmail: "amir@example.com", password: "secret1")
    let user = try app.user()
    #expect(await app.failure { try await user.link(with: app.credential()) }?.code == .consentRequired)
    try await user.link(with: app.credential(), consent: consent)
    #expect(Set(user.providerData.map(\.providerID)) == ["password", "apple.com"])
    let request = try #require(await app.service.requests("signInWithIdp").last)
    #expect(request.json["consent"] != nil)
    #expect(app.auth.currentUser === user)
  }

  @Test("refuses a second link of the same kind without asking the service")
  func linkedAlready() async throws {
    let app = App()
    try await app.signIn()
    let user = try app.user()
    let credential = try await app.credential()
    let before = await app.service.received.count
    #expect(await app.failure { try await user.link(with: credential) }?.code == .providerAlreadyLinked)
    #expect(await app.service.received.count == before)
  }

  @Test("carries a credential to sign in with when the link belongs to another account: FR-36")
  func linkConflict() async throws {
    let app = App()
    try await app.signIn()
    let first = try app.user().uid
    try await app.auth.signOut()
    let anonymous = try await app.auth.signInAnonymously().user
    let error = await app.failure { try await anonymous.link(with: app.credential(), consent: consent) }
    #expect(error?.code == .credentialAlreadyInUse)
    #expect(app.auth.currentUser?.uid == anonymous.uid)
    let updated = try #require(error?.updatedCredential)
    #expect(try await app.auth.signIn(with: updated).user.uid == first)
  }

  @Test("keeps an anonymous account's identifier when Apple is linked")
  func anonymousLink() async throws {
    let app = App()
    let anonymous = try await app.auth.signInAnonymously().user
    try await anonymous.link(with: app.credential(), consent: consent)
    #expect(app.auth.currentUser?.uid == anonymous.uid)
    #expect(!anonymous.isAnonymous)
  }

  @Test("unlinks what is there and refuses what is not")
  func unlink() async throws {
    let app = App()
    try await app.signIn()
    let user = try app.user()
    #expect(await app.failure { try await user.unlink(fromProvider: "password") }?.code == .noSuchProvider)
    try await user.unlink(fromProvider: "apple.com")
    #expect(user.providerData.isEmpty)
  }

  @Test("refuses another person's credential for a reauthentication, and sends nothing of it")
  func mismatchOnDevice() async throws {
    let app = App()
    try await app.signIn()
    let user = try app.user()
    app.device.account = DeviceAccount(email: "amir@example.com")
    let other = try await app.credential()
    let before = await app.service.received.count
    #expect(await app.failure { try await user.reauthenticate(with: other) }?.code == .userMismatch)
    // The service is asked how it knows the person, and told nothing of the other one.
    let paths = await app.service.received.dropFirst(before).map(\.path)
    #expect(paths.allSatisfy { $0.hasSuffix("apple:credentialState") })
  }

  @Test("knows the person again after app and service moved to another team: issue 7 point 4")
  func movedApp() async throws {
    let app = App()
    let uid = try await app.signIn().user.uid
    let user = try app.user()
    try await app.device.transferApp(toTeam: "OTHERTEAM1")
    let apple = try await app.device.run { try await app.apple.signIn() }
    let credential = AuthCredential(apple)
    #expect(await app.failure { try await user.reauthenticate(with: credential) }?.code == .userMismatch)
    await app.service.move(uid, to: apple.user.rawValue)
    try await user.reauthenticate(with: credential)
    #expect(app.auth.currentUser?.uid == uid)
    try await app.deleteAccount()
    #expect(await app.service.accounts.isEmpty)
  }

  @Test("lets the service judge while a move is under way, which refuses another person: issue 7 point 4")
  func movingApp() async throws {
    let app = App()
    let uid = try await app.signIn().user.uid
    let user = try app.user()
    let old = try #require(await app.service.accounts[uid]?.appleUser)
    try await app.device.transferApp(toTeam: "OTHERTEAM1")
    let apple = try await app.device.run { try await app.apple.signIn() }
    await app.service.move(uid, to: apple.user.rawValue)
    await app.service.setState(["state": "transferred", "user": old])
    app.device.account = DeviceAccount(email: "amir@example.com")
    let other = try await app.credential()
    #expect(await app.failure { try await user.reauthenticate(with: other) }?.code == .userMismatch)
    #expect(await app.service.accounts.count == 1)
    try await user.reauthenticate(with: AuthCredential(apple))
    #expect(app.auth.currentUser?.uid == uid)
  }

  @Test("names the new identifier once the service has moved the person, and none before: issue 7 point 4")
  func newIdentifier() async throws {
    let app = App()
    let uid = try await app.signIn().user.uid
    let old = try #require(await app.service.accounts[uid]?.appleUser)
    try await app.device.transferApp(toTeam: "OTHERTEAM1")
    await app.service.setState(["state": "transferred", "user": old])
    await app.device.run {
      var decisions = await app.auth.credentialDecisions().makeAsyncIterator()
      #expect(await decisions.next() == .migrate(to: nil))
    }
    await app.service.move(uid, to: "000001.new")
    await app.device.run {
      var decisions = await app.auth.credentialDecisions().makeAsyncIterator()
      #expect(await decisions.next() == .migrate(to: AppleUserID("000001.new")))
    }
    #expect(app.auth.currentUser?.uid == uid)
  }

  @Test("takes an account that the service does not know for a mismatch, and creates none: R25")
  func mismatchAtService() async throws {
    let app = App()
    _ = try await app.auth.createUser(withEmail: "amir@example.com", password: "secret1")
    let user = try app.user()
    #expect(
      await app.failure { try await user.reauthenticate(with: app.credential()) }?.code == .userMismatch)
    #expect(await app.service.accounts.count == 1)
    #expect(app.auth.currentUser === user)
  }

  @Test("ends the session that a wrong reauthentication opened")
  func strayStranger() async throws {
    let app = App()
    await app.service.add(.init(uid: "other", email: "o@example.com", password: "secret1"))
    _ = try await app.auth.createUser(withEmail: "amir@example.com", password: "secret1")
    let wrong = EmailAuthProvider.credential(withEmail: "o@example.com", password: "secret1")
    #expect(await app.failure { try await app.user().reauthenticate(with: wrong) }?.code == .userMismatch)
    #expect(await app.service.sessions.values.allSatisfy { $0.uid != "other" })
  }

  @Test("reauthenticates and goes on with the same account and one session: FR-37")
  func reauthenticates() async throws {
    let app = App()
    try await app.signIn()
    let user = try app.user()
    try await user.reauthenticate(with: app.credential())
    #expect(app.auth.currentUser === user)
    #expect(Set(await app.service.sessions.values.map(\.sid)).count == 1)
  }

  @Test("reauthenticates and runs the wanted action once more")
  func recentSignIn() async throws {
    let app = App()
    try await app.signIn()
    let user = try app.user()
    app.time.advance(by: 1000)
    try await app.device.run {
      try await user.withRecentSignIn(authorizing: app.apple) {
        try await user.delete()
      }
    }
    #expect(await app.service.accounts.isEmpty)
    #expect(app.auth.currentUser == nil)
  }

  @Test("changes name and password")
  func profile() async throws {
    let app = App()
    try await app.signIn()
    let user = try app.user()
    let request = user.createProfileChangeRequest()
    request.displayName = "M. Rossi"
    try await request.commitChanges()
    #expect(user.displayName == "M. Rossi")
    #expect(await app.failure { try await user.updatePassword(to: "x") }?.code == .weakPassword)
    try await user.updatePassword(to: "secret12")
    try await user.reload()
  }

  @Test("lists and ends sessions, records consent, exports")
  func ownEndpoints() async throws {
    let app = App()
    try await app.signIn()
    let user = try app.user()
    #expect(try await user.sessions().count == 1)
    try await user.endOtherSessions()
    try await user.endSession("sid-9")
    try await user.recordConsent(consent)
    #expect(try await user.consents() == [user.consents().first])
    #expect(try await user.exportAccount().isEmpty == false)
    let ended = await app.service.requests("sessions:end")
    #expect(ended.first?.json["others"] as? Bool == true)
    #expect(ended.last?.text("sid") == "sid-9")
    #expect(ended.allSatisfy { $0.headers["Authorization"]?.hasPrefix("Bearer ") == true })
    try await user.endAllSessions()
    #expect(app.auth.currentUser == nil)
  }

  @Test("does not let an object of an earlier session act on another person's account")
  func staleObject() async throws {
    let app = App()
    try await app.signIn()
    let maria = try app.user()
    _ = try await app.auth.createUser(withEmail: "amir@example.com", password: "secret1")
    #expect(await app.failure { try await maria.delete() }?.code == .nullUser)
    #expect(await app.service.accounts.count == 2)
  }

  @Test(
    "calls back once, on the main thread, in the style of code written for Firebase: issue 7 points 7, 10")
  func completions() async throws {
    let app = App()
    try await app.signIn()
    let user = try app.user()
    let another = try await app.credential()
    let failure = await withCheckedContinuation { continuation in
      user.link(with: another) { continuation.resume(returning: $0 == nil ? $1 as? AuthError : nil) }
    }
    #expect(failure?.code == .providerAlreadyLinked)
    let proven = await withCheckedContinuation { continuation in
      user.reauthenticate(with: another) { result, _ in continuation.resume(returning: result?.user.uid) }
    }
    #expect(proven == user.uid)
    let request = user.createProfileChangeRequest()
    request.displayName = "M. Rossi"
    let unchanged = await withCheckedContinuation { continuation in
      request.commitChanges { continuation.resume(returning: $0 != nil) }
    }
    #expect(!unchanged)
    #expect(user.displayName == "M. Rossi")
    let code = try #require(try await app.device.run { try await app.apple.signIn() }.authorizationCode)
    let notRevoked = await withCheckedContinuation { continuation in
      app.auth.revokeToken(withAuthorizationCode: code) { continuation.resume(returning: $0 != nil) }
    }
    #expect(!notRevoked)
    let notDeleted = await withCheckedContinuation { continuation in
      user.delete { continuation.resume(returning: $0 != nil) }
    }
    #expect(!notDeleted)
    #expect(app.auth.currentUser == nil)
  }
}
