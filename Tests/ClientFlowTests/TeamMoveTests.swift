import AppleSignIn
import BramleyAuth
import SimulatedDevice
import Testing

@Suite(
  "People whose app moved to another team, with a session from before", .serialized, .timeLimit(.minutes(5)))
@MainActor struct TeamMoveTests {
  @Test("a reauthentication that nobody prepared, or another person's, is a mismatch: R25, issue 7 point 4")
  func refused() async throws {
    try await TeamMove.run(isPrepared: false) { app, uid in
      let credential = try await app.credential()
      let failure = await app.failure { _ = try await app.user().reauthenticate(with: credential) }
      #expect(failure?.code == .userMismatch)
      #expect(app.auth.currentUser?.uid == uid)
    }
    try await TeamMove.run(isPrepared: true) { app, uid in
      app.device.account = DeviceAccount(email: "amir@example.com")
      let credential = try await app.credential()
      let failure = await app.failure { _ = try await app.user().reauthenticate(with: credential) }
      #expect(failure?.code == .userMismatch)
      #expect(app.auth.currentUser?.uid == uid)
    }
  }

  @Test("the first request under the new identifier may be a reauthentication: FR-55, R25")
  func reauthentication() async throws {
    try await TeamMove.run(isPrepared: true) { app, uid in
      let proven = try await app.user().reauthenticate(with: try await app.credential())
      #expect(proven.user.uid == uid)
      await app.device.run {
        var decisions = await app.auth.credentialDecisions().makeAsyncIterator()
        #expect(await decisions.next() == .keep)
      }
      #expect(try await app.signIn().user.uid == uid)
    }
  }

  @Test("a code under the new identifier revokes the person's grant, and nobody else's: R28, FR-55")
  func revocation() async throws {
    try await TeamMove.run(isPrepared: true) { app, uid in
      let maria = app.device.account
      app.device.account = DeviceAccount(email: "amir@example.com")
      let other = try await app.device.run { try await app.apple.signIn() }
      let failure = await app.failure {
        try await app.auth.revokeToken(withAuthorizationCode: #require(other.authorizationCode))
      }
      #expect(failure?.code == .invalidCredential)
      app.device.account = maria
      let own = try await app.device.run { try await app.apple.signIn() }
      try await app.auth.revokeToken(withAuthorizationCode: #require(own.authorizationCode))
      #expect(try await app.signIn().user.uid == uid)
      try await app.user().delete()
    }
  }

  @Test("a link is refused as linked already, and the person is known from then on: wire §6.2, FR-55")
  func link() async throws {
    try await TeamMove.run(isPrepared: true) { app, uid in
      try await app.auth.signOut()
      _ = try await app.auth.createUser(withEmail: "amir@example.net", password: "secret-12")
      let credential = try await app.credential()
      let consent = ConsentStatement(kind: "link:apple.com", version: "1", text: "Yes", locale: "en")
      let failure = await app.failure {
        _ = try await app.user().link(with: credential, consent: consent)
      }
      #expect(failure?.code == .credentialAlreadyInUse)
      #expect(try await app.signIn().user.uid == uid)
    }
  }

  @Test(
    "deletes the account, and revokes where the person is known: issue 7 point 4, FR-38",
    arguments: [true, false])
  func deletion(prepared: Bool) async throws {
    try await TeamMove.run(isPrepared: prepared) { app, uid in
      if !prepared {
        await app.device.run {
          var decisions = await app.auth.credentialDecisions().makeAsyncIterator()
          #expect(await decisions.next() == .migrate(to: nil))
        }
      }
      // Apple names the person by the new identifier now, and the session still holds the old one.
      try await app.deleteAccount()
      if prepared {
        // Whoever starts anew with Apple is asked for the name again.
        let fresh = try await app.device.run { try await app.apple.signIn() }
        #expect(fresh.isFirstAuthorization)
        #expect(try await app.auth.signIn(with: AuthCredential(fresh)).user.uid != uid)
      } else {
        #expect(try await app.signIn().user.uid != uid)
      }
    }
  }
}
