import AppleSignIn
import BramleyAuth
import Foundation
import SimulatedDevice
import Testing

@Suite("Device, emulator, client libraries and service together", .serialized, .timeLimit(.minutes(4)))
@MainActor struct ClientFlowTests {
  private let consent = ConsentStatement(kind: "link:apple.com", version: "1", text: "Yes", locale: "en")

  @Test(
    "signs in the first time with the name, and again after a restart without it: issue 7 points 1, 2, 8, 9")
  func firstAndAgain() async throws {
    try await DevService.run { dev in
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("app-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let app = FlowApp(dev, storage: EncryptedFileStorage(folder: folder))
      let first = try await app.signIn()
      #expect(first.additionalUserInfo?.isNewUser == true)
      #expect(first.user.displayName == "Maria Rossi")
      #expect(first.user.email == "maria@example.com")
      #expect(try await app.storage.retrieve(StorageKey("first-authorizations")) == nil)
      app.relaunch()
      #expect(try await app.auth.restore()?.uid == first.user.uid)
      #expect(try await app.user().getIDToken(forcingRefresh: true).isEmpty == false)
      let again = try await app.signIn()
      #expect(again.user.uid == first.user.uid)
      #expect(again.user.displayName == "Maria Rossi")
    }
  }

  @Test(
    "carries the name through a crash between any two steps: issue 7 point 2",
    arguments: ["accounts:signInWithIdp", "accounts:lookup"], [FlakyTransport.Fault.lostRequest, .lostAnswer])
  func nameSurvivesCrash(_ path: String, _ fault: FlakyTransport.Fault) async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      let vault = StorageKey("first-authorizations")
      app.transport.fail(path, fault, times: 3)
      let failure = await app.failure { try await app.signIn() }
      // A look-up that fails does not undo the sign-in before it.
      #expect(failure?.code == (path.hasSuffix("lookup") ? nil : .networkError))
      let kept = try await app.storage.retrieve(vault)
      #expect(kept != nil)
      app.relaunch()
      let user = try await app.signIn().user
      #expect(user.displayName == "Maria Rossi")
      let left = try await app.storage.retrieve(vault)
      #expect(left == nil)
    }
  }

  @Test("repeats a sign-in and a refresh whose answers were lost: R20, R31")
  func lostAnswers() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      app.transport.fail("accounts:signInWithIdp", .lostAnswer)
      let uid = try await app.signIn().user.uid
      app.transport.fail("/v1/token", .lostAnswer)
      _ = try await app.user().getIDToken(forcingRefresh: true)
      _ = try await app.user().getIDToken(forcingRefresh: true)
      #expect(app.auth.currentUser?.uid == uid)
    }
  }

  @Test("is refused when one identity token is sent twice as two sign-ins: R13, quirk 18")
  func tokenTwice() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      let credential = try await app.credential()
      let uid = try await app.auth.signIn(with: credential).user.uid
      try await app.auth.signOut()
      let error = await app.failure { try await app.auth.signIn(with: credential) }
      #expect(error?.code == .missingOrInvalidNonce)
      #expect(app.auth.currentUser == nil)
      #expect(try await app.signIn().user.uid == uid)
    }
  }

  @Test("signs in with a hidden address: issue 7 point 1")
  func hiddenAddress() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      app.device.answerNext(.hideEmail(name: .emptied))
      let user = try await app.signIn().user
      #expect(user.email?.hasSuffix("@privaterelay.appleid.com") == true)
    }
  }

  @Test("links with consent only, and reauthenticates: R27, FR-37, issue 7 point 8")
  func link() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      let user = try await app.auth.createUser(withEmail: "amir@example.net", password: "secret-12").user
      #expect(await app.failure { try await user.link(with: app.credential()) }?.code == .consentRequired)
      try await user.link(with: app.credential(), consent: consent)
      #expect(Set(user.providerData.map(\.providerID)) == ["password", "apple.com"])
      try await user.reauthenticate(with: app.credential())
      #expect(app.auth.currentUser?.uid == user.uid)
      try await user.unlink(fromProvider: "apple.com")
      #expect(user.providerData.map(\.providerID) == ["password"])
    }
  }

  @Test("carries a credential to sign in with when a link belongs to another account: FR-36")
  func linkConflict() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      let first = try await app.signIn().user.uid
      try await app.auth.signOut()
      let anonymous = try await app.auth.signInAnonymously().user
      let error = await app.failure { try await anonymous.link(with: app.credential(), consent: consent) }
      #expect(error?.code == .credentialAlreadyInUse)
      let updated = try #require(error?.updatedCredential)
      #expect(try await app.auth.signIn(with: updated).user.uid == first)
    }
  }

  @Test("refuses another person for a reauthentication and creates nothing: R25")
  func mismatch() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      let user = try await app.auth.createUser(withEmail: "amir@example.net", password: "secret-12").user
      #expect(
        await app.failure { try await user.reauthenticate(with: app.credential()) }?.code == .userMismatch)
      #expect(app.auth.currentUser?.uid == user.uid)
    }
  }

  @Test(
    "lists and ends sessions, keeps consents, exports: issue 7 point 8")
  func ownEndpoints() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      try await app.signIn()
      let user = try app.user()
      let sessions = try await user.sessions()
      #expect(sessions.filter { $0.current == true }.count == 1)
      try await user.recordConsent(consent)
      #expect(try await user.consents().contains { $0.kind == consent.kind })
      #expect(try await user.exportAccount().isEmpty == false)
      try await user.endAllSessions()
      #expect(app.auth.currentUser == nil)
    }
  }

  @Test(
    "signs out here and at the service")
  func signOut() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      try await app.signIn()
      let bytes = try await app.storage.retrieve(StorageKey("session"))
      try await app.auth.signOut()
      // Someone put the old session back: the service knows that it is over.
      try await app.storage.store(try #require(bytes), for: StorageKey("session"))
      app.relaunch()
      let user = try #require(try await app.auth.restore())
      #expect(await app.failure { _ = try await user.getIDToken(forcingRefresh: true) }?.endsSession == true)
      #expect(app.auth.currentUser == nil)
    }
  }

  @Test(
    "asks to sign in again after the person stopped using the app: issue 7 points 4, 8")
  func revoked() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      try await app.signIn()
      let user = try app.user()
      try await app.device.run {
        var decisions = await app.auth.credentialDecisions().makeAsyncIterator()
        #expect(await decisions.next() == .keep)
        try await app.device.stopUsingApp()
        let next = await decisions.next()
        #expect([.askAgain(.revoked), .askAgain(.endedByService), .askAgain(.notFound)].contains(next))
      }
      _ = await app.failure { _ = try await user.getIDToken(forcingRefresh: true) }
      #expect(app.auth.currentUser == nil)
      #expect(try await app.signIn().user.uid == user.uid)
    }
  }

  @Test(
    "deletes in order and lets the person start anew: FR-38, issue 7 point 8")
  func deletion() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      let uid = try await app.signIn().user.uid
      try await app.deleteAccount()
      let paths = app.transport.paths
      let revoke = try #require(paths.firstIndex { $0.hasSuffix("revokeToken") })
      let delete = try #require(paths.firstIndex { $0.hasSuffix("accounts:delete") })
      #expect(revoke < delete)
      #expect(app.auth.currentUser == nil)
      let anew = try await app.signIn()
      #expect(anew.user.uid != uid)
      #expect(anew.additionalUserInfo?.isNewUser == true)
    }
  }

  @Test(
    "goes on with a deletion after a crash between the steps: issue 7 point 8",
    arguments: ["accounts:revokeToken", "accounts:delete"], [FlakyTransport.Fault.lostRequest, .lostAnswer])
  func interruptedDeletion(_ path: String, _ fault: FlakyTransport.Fault) async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      try await app.signIn()
      app.transport.fail(path, fault)
      app.transport.fail(path, .lostRequest, times: 2)
      #expect(await app.failure { try await app.deleteAccount() }?.code == .networkError)
      app.relaunch()
      #expect(try await app.auth.pendingDeletion() == .canContinue)
      try await app.auth.resumeDeletion()
      #expect(try await app.auth.restore() == nil)
      #expect(try await app.signIn().additionalUserInfo?.isNewUser == true)
    }
  }

  @Test("keeps the session when Apple echoes our own revocation: R35")
  func ownRevocation() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      try await app.signIn()
      let user = try app.user()
      let credential = try await app.device.run { try await app.apple.signIn() }
      try await app.auth.revokeToken(withAuthorizationCode: #require(credential.authorizationCode))
      // Apple's notification may overtake the service's own note that it revoked.
      for _ in 0..<20 { _ = try await user.getIDToken(forcingRefresh: true) }
    }
  }

  @Test("signs in with a saved password or with Apple from one sheet: issue 7 point 3")
  func existingAccounts() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      _ = try await app.auth.createUser(withEmail: "amir@example.net", password: "secret-12")
      try await app.auth.signOut()
      app.device.savedPasswords = [SavedPassword(user: "amir@example.net", password: "secret-12")]
      app.device.answerNext(.usePassword(), .share())
      let chosen = try await app.device.run { try await app.apple.existingAccount() }
      guard case .password(let saved)? = chosen else {
        Issue.record("no password")
        return
      }
      let amir = try await app.auth.signIn(withEmail: saved.user, password: saved.password).user
      guard case .apple(let credential)? = try await app.device.run({ try await app.apple.existingAccount() })
      else {
        Issue.record("no Apple credential")
        return
      }
      #expect(try await app.auth.signIn(with: AuthCredential(credential)).user.uid != amir.uid)
    }
  }

  @Test("says that the identifier must be migrated after the app moved to another team: issue 7 point 4")
  func transferred() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      try await app.signIn()
      try await app.device.transferApp(toTeam: "OTHERTEAM1")
      await app.device.run {
        var decisions = await app.auth.credentialDecisions().makeAsyncIterator()
        guard case .migrate? = await decisions.next() else {
          Issue.record("no migration")
          return
        }
      }
      #expect(app.auth.currentUser != nil)
    }
  }

  @Test("finds nothing wrong with a service that runs: issue 7 point 11")
  func diagnose() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      try await app.signIn()
      let findings = await app.auth.diagnose()
      #expect(findings.filter { $0.verdict == .wrong } == [])
    }
  }

  @Test(
    "hears of what happens at Apple by the service's events: issue 7 point 8")
  func events() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      try await app.signIn()
      var events = app.auth.events().makeAsyncIterator()
      try await app.device.stopUsingApp(quietly: true)
      var last: AuthEvent?
      repeat { last = await events.next() } while last == .tokenChanged || last == .accountChanged
      guard case .server(let event)? = last else {
        #expect(last == .signedOut(.endedByService))
        return
      }
      #expect([.appleRevoked, .sessionEnded].contains(event.type))
    }
  }
}
