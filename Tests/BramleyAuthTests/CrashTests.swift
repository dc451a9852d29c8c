import AppleSignIn
import Foundation
import SimulatedDevice
import Testing

@testable import BramleyAuth

@Suite("A process that ends at any step, and the next one: issue 7 points 2, 7 and 8")
@MainActor struct CrashTests {
  private let consent = ConsentStatement(kind: "link:apple.com", version: "1", text: "Yes", locale: "en")

  /// The process that ends: session and flow over storage and network of the app.
  struct Process {
    let auth: Auth
    let apple: SignInWithApple

    @MainActor init(_ app: App, _ life: Life) {
      var configuration = app.auth.configuration
      let storage = MortalStorage(life: life, real: app.storage)
      configuration.storage = storage
      configuration.vault = FirstAuthorizationVault(storage: storage)
      configuration.transport = MortalTransport(life: life, real: app.service)
      auth = Auth(configuration)
      var sheet = SignInConfiguration(audiences: ["com.example.app"], storage: storage)
      sheet.now = configuration.now
      apple = SignInWithApple(sheet)
    }

    /// Who was signed in when the process began.
    func user() async throws -> User {
      guard let user = try await auth.restore() else { throw AuthError(.nullUser) }
      return user
    }
  }

  /// Lets a process end before its first step, before its second, and so on until it comes to its end.
  private func endAnywhere(
    prepare: (App) async throws -> Void = { _ in }, act: (App, Process) async throws -> Void,
    settle: (App, Int) async throws -> Void
  ) async throws {
    for steps in 0..<60 {
      let app = App()
      try await prepare(app)
      let life = Life(steps)
      do { try await app.device.run { try await act(app, Process(app, life)) } } catch {
        if !life.isOver { throw error }
      }
      app.relaunch()
      try await settle(app, steps)
      if !life.isOver {
        // It must have been a walk through several steps, else the test walks nowhere.
        #expect(steps > 3)
        return
      }
    }
    Issue.record("never came to its end")
  }

  @Test("a first sign-in loses neither name nor address, wherever it ends: point 2")
  func firstSignIn() async throws {
    try await endAnywhere { _, process in
      _ = try await process.auth.signInWithApple(process.apple)
    } settle: { app, steps in
      if try await app.auth.restore() == nil { try await app.signIn() }
      try await app.user().reload()
      let accounts = await app.service.accounts.values
      // Before the first write there is nothing but the memory of a process that has ended.
      #expect(accounts.map(\.name) == [steps == 0 ? nil : "Maria Rossi"], "after \(steps) steps")
      #expect(accounts.map(\.email) == ["maria@example.com"], "after \(steps) steps")
      let kept = try await app.storage.retrieve(StorageKey("first-authorizations"))
      #expect(kept == nil, "after \(steps) steps")
    }
  }

  @Test("a deletion comes to its end, wherever it was interrupted, and nothing stays behind: point 8")
  func deletion() async throws {
    try await endAnywhere { app in
      try await app.signIn()
    } act: { _, process in
      try await process.user().deleteAccount(authorizing: process.apple)
    } settle: { app, steps in
      try await app.auth.restore()
      switch try await app.auth.pendingDeletion() {
      case .canContinue: try await app.auth.resumeDeletion()
      // Nothing was sent yet: the person asks again.
      case .needsAuthorization, nil: if app.auth.currentUser != nil { try await app.deleteAccount() }
      }
      #expect(await app.service.accounts.isEmpty, "after \(steps) steps")
      #expect(app.auth.currentUser == nil)
      for key in ["session", "deletion", "first-authorizations"] {
        let left = try await app.storage.retrieve(StorageKey(key))
        #expect(left == nil, "\(key) after \(steps) steps")
      }
    }
  }

  @Test("an upgrade of a password account comes to its end, wherever it was interrupted: point 7")
  func upgrade() async throws {
    try await endAnywhere { app in
      try await app.auth.createUser(withEmail: "maria@example.com", password: "secret-12")
    } act: { _, process in
      try await process.user().replacePasswordWithApple(consent: consent, authorizing: process.apple)
    } settle: { app, steps in
      // With the end of the password every session ended; an answer that got lost had the new one.
      if try await !app.isSignedIn() { try await app.signIn() }
      let user = try app.user()
      try await app.device.run {
        _ = try await user.replacePasswordWithApple(consent: consent, authorizing: app.apple)
      }
      let accounts = await app.service.accounts.values
      #expect(accounts.count == 1)
      #expect(accounts.allSatisfy { $0.password == nil && $0.appleUser != nil }, "after \(steps) steps")
      #expect(accounts.map(\.email) == ["maria@example.com"])
    }
  }

  @Test("a link is there or can be made, wherever it ended: point 8")
  func link() async throws {
    try await endAnywhere { app in
      try await app.auth.createUser(withEmail: "amir@example.net", password: "secret-12")
    } act: { _, process in
      let user = try await process.user()
      let credential = AuthCredential(try await process.apple.signIn())
      try await user.link(with: credential, consent: consent)
    } settle: { app, steps in
      let user = try #require(try await app.auth.restore())
      try await user.reload()
      if !user.providerData.contains(where: { $0.providerID == "apple.com" }) {
        try await user.link(with: app.credential(), consent: consent)
      }
      #expect(Set(user.providerData.map(\.providerID)) == ["password", "apple.com"], "after \(steps) steps")
    }
  }

  @Test("a reauthentication that ended leaves the person signed in: point 8")
  func reauthentication() async throws {
    try await endAnywhere { app in
      try await app.signIn()
    } act: { _, process in
      let user = try await process.user()
      try await user.reauthenticate(with: AuthCredential(try await process.apple.signIn()))
    } settle: { app, steps in
      let user = try #require(try await app.auth.restore(), "after \(steps) steps")
      try await user.reload()
      try await user.reauthenticate(with: app.credential())
    }
  }

  @Test("a sign-out is one on this device or can be repeated, and reaches the service: point 8")
  func signOut() async throws {
    try await endAnywhere { app in
      try await app.signIn()
    } act: { app, process in
      _ = try await process.user()
      _ = try await process.auth.currentUser?.getIDToken(forcingRefresh: true)
      try await process.auth.signOut()
    } settle: { app, steps in
      if try await app.auth.restore() != nil { try await app.auth.signOut() }
      #expect(app.auth.currentUser == nil, "after \(steps) steps")
      app.relaunch()
      #expect(try await app.auth.restore() == nil)
      #expect(await app.service.sessions.isEmpty, "after \(steps) steps")
    }
  }
}
