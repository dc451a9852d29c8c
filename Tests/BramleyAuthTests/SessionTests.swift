import AppleSignIn
import BramleyAuth
import Foundation
import SimulatedDevice
import Testing
import _ClientTesting

@Suite("Session on the device") @MainActor struct SessionTests {
  @Test(
    "ends only when a refused refresh proves that it is over: R33",
    arguments: [
      ("TOKEN_EXPIRED", AuthErrorCode.userTokenExpired), ("USER_NOT_FOUND", .userNotFound),
      ("USER_DISABLED", .userDisabled), ("INVALID_REFRESH_TOKEN", .invalidUserToken),
    ])
  func refusedRefresh(_ message: String, _ code: AuthErrorCode) async throws {
    let app = App()
    try await app.signIn()
    let user = try app.user()
    await app.service.fail("token", .status(400, message))
    #expect(await app.failure { _ = try await user.getIDToken(forcingRefresh: true) }?.code == code)
    #expect(app.auth.currentUser == nil)
    #expect(try await app.storage.retrieve(StorageKey("session")) == nil)
    #expect(await app.failure { _ = try await user.getIDToken() }?.code == .nullUser)
  }

  @Test("keeps the session through a network that is down")
  func offlineRefresh() async throws {
    let app = App()
    try await app.signIn()
    await app.service.fail("token", .offline, times: 3)
    let user = try app.user()
    let refreshing = Task { await app.failure { _ = try await user.getIDToken(forcingRefresh: true) } }
    for _ in 0..<2 {
      await app.clock.untilSleeping()
      app.clock.advance(by: .seconds(2))
    }
    #expect(await refreshing.value?.code == .networkError)
    #expect(app.auth.currentUser != nil)
    #expect(try await app.user().getIDToken(forcingRefresh: true).isEmpty == false)
  }

  @Test("renews a token that the service refuses and repeats the call once, without signing out")
  func refusedToken() async throws {
    let app = App()
    try await app.signIn()
    await app.service.fail("lookup", .status(400, "INVALID_ID_TOKEN"))
    try await app.user().reload()
    #expect(await app.service.requests("token").count == 1)
    await app.service.fail("lookup", .status(400, "INVALID_ID_TOKEN"), times: 2)
    #expect(await app.failure { try await app.user().reload() }?.code == .invalidUserToken)
    #expect(app.auth.currentUser != nil)
  }

  @Test("refreshes once for many who ask at the same time")
  func singleFlight() async throws {
    let app = App()
    try await app.signIn()
    let user = try app.user()
    app.time.advance(by: 3500)
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<50 { group.addTask { try await user.getIDToken() } }
      var tokens: Set<String> = []
      for try await token in group { tokens.insert(token) }
      return tokens
    }
    #expect(tokens.count == 1)
    #expect(await app.service.requests("token").count == 1)
  }

  @Test(
    "renews five minutes before the end by its own clock, also when that was set back",
    arguments: [(0.0, 0), (3200, 0), (3301, 1), (-30, 0), (-4000, 1)])
  func margin(_ seconds: TimeInterval, _ refreshes: Int) async throws {
    let app = App()
    try await app.signIn()
    app.time.advance(by: seconds)
    _ = try await app.user().getIDToken()
    #expect(await app.service.requests("token").count == refreshes)
  }

  @Test("goes on when a caller of a shared refresh is cancelled")
  func cancelledCaller() async throws {
    let app = App()
    try await app.signIn()
    let user = try app.user()
    await app.service.fail("token", .offline)
    let first = Task { try await user.getIDToken(forcingRefresh: true) }
    await app.clock.untilSleeping()
    let second = Task { try await user.getIDToken(forcingRefresh: true) }
    first.cancel()
    app.clock.advance(by: .seconds(2))
    #expect(try await second.value.isEmpty == false)
  }

  @Test("survives an answer to a refresh that was lost: R31")
  func lostRefresh() async throws {
    let app = App()
    try await app.signIn()
    await app.service.fail("token", .lostAnswer)
    let user = try app.user()
    let refreshing = Task { try await user.getIDToken(forcingRefresh: true) }
    await app.clock.untilSleeping()
    app.clock.advance(by: .seconds(2))
    #expect(try await refreshing.value.isEmpty == false)
    app.relaunch()
    #expect(try await app.auth.restore()?.getIDToken(forcingRefresh: true).isEmpty == false)
  }

  @Test("signs nobody out while the storage is locked: issue 7 point 9")
  func lockedStorage() async throws {
    let app = App()
    try await app.signIn()
    app.relaunch()
    await app.storage.fail(with: StorageError(.locked))
    #expect(await app.failure { try await app.auth.restore() }?.code == .keychainError)
    await app.storage.fail(with: nil)
    #expect(try await app.auth.restore()?.displayName == "Maria Rossi")
  }

  @Test("starts anew after a stored session that cannot be read any more")
  func damaged() async throws {
    let app = App()
    try await app.storage.store(Data("garbage".utf8), for: StorageKey("session"))
    #expect(try await app.auth.restore() == nil)
    #expect(try await app.storage.retrieve(StorageKey("session")) == nil)
  }

  @Test("is there again after a restart, without a request")
  func restart() async throws {
    let app = App()
    try await app.signIn()
    app.relaunch()
    let before = await app.service.received.count
    #expect(try await app.auth.restore()?.email == "maria@example.com")
    #expect(await app.service.received.count == before)
  }

  @Test(
    "verifies what outlived the app after a reinstall: issue 7 point 9, sheet 2",
    arguments: [(true, "authorized", true), (false, "revoked", false), (false, "authorized", true)])
  func reinstall(_ isGranted: Bool, _ state: String, _ isKept: Bool) async throws {
    let app = App()
    try await app.signIn()
    if !isGranted { try await app.device.stopUsingApp() }
    await app.service.setState(["state": state])
    app.marker = App.Marker(false)
    app.relaunch()
    let user = try await app.device.run { try await app.auth.restore() }
    #expect((user != nil) == isKept)
    #expect(app.marker.isMarked() == isKept)
  }

  @Test("keeps an unverified session without a network, and verifies it the next time")
  func reinstallOffline() async throws {
    let app = App()
    try await app.signIn()
    app.marker = App.Marker(false)
    app.relaunch()
    await app.service.fail("lookup", .status(400, "INTERNAL"))
    #expect(try await app.device.run { try await app.auth.restore() } != nil)
    #expect(!app.marker.isMarked())
  }

  @Test("tells the service of a sign-out, later if it must")
  func signOut() async throws {
    let app = App()
    try await app.signIn()
    await app.service.fail("sessions:signOut", .offline, times: 3)
    let signingOut = Task { try await app.auth.signOut() }
    for _ in 0..<2 {
      await app.clock.untilSleeping()
      app.clock.advance(by: .seconds(2))
    }
    try await signingOut.value
    #expect(app.auth.currentUser == nil)
    #expect(await app.service.sessions.count == 1)
    app.relaunch()
    try await app.auth.restore()
    #expect(await app.service.sessions.isEmpty)
  }

  @Test("does not bring a session back that ended while it was refreshed")
  func signOutDuringRefresh() async throws {
    let app = App()
    try await app.signIn()
    await app.service.fail("token", .offline)
    let user = try app.user()
    let refreshing = Task { await app.failure { _ = try await user.getIDToken(forcingRefresh: true) } }
    await app.clock.untilSleeping()
    try await app.auth.signOut()
    app.clock.advance(by: .seconds(2))
    #expect(await refreshing.value != nil)
    #expect(app.auth.currentUser == nil)
    #expect(try await app.storage.retrieve(StorageKey("session")) == nil)
  }

  @Test("tells listeners now, at sign-in and at sign-out")
  func listeners() async throws {
    let app = App()
    let seen = Seen()
    let handle = app.auth.addStateDidChangeListener { _, user in seen.names.append(user?.displayName) }
    #expect(await eventually { seen.names == [nil] })
    try await app.signIn()
    #expect(await eventually { seen.names.count == 2 })
    try await app.auth.signOut()
    #expect(await eventually { seen.names.count == 3 })
    app.auth.removeStateDidChangeListener(handle)
    try await app.signIn()
    for _ in 0..<100 { await Task.yield() }
    #expect(seen.names.count == 3)
  }

  @MainActor final class Seen { var names: [String?] = [] }

  @Test("merges the service's events with its own: issue 7 point 8")
  func events() async throws {
    let app = App()
    try await app.signIn()
    var events = app.auth.events().makeAsyncIterator()
    await app.service.push("relayDisabled")
    guard case .server(let event)? = await events.next() else {
      Issue.record("no event")
      return
    }
    #expect(event.type == .relayDisabled)
    #expect(event.date == Date(timeIntervalSince1970: 1_700_000_000))
    await app.service.endSessions()
    await app.service.push("sessionEnded")
    var last: AuthEvent?
    repeat { last = await events.next() } while last != nil && last != .signedOut(.endedByService)
    #expect(app.auth.currentUser == nil)
  }

  @Test("decides about the Apple credential when the service reports, at once")
  func decisions() async throws {
    let app = App()
    try await app.signIn()
    await app.device.run {
      var decisions = await app.auth.credentialDecisions().makeAsyncIterator()
      #expect(await decisions.next() == .keep)
      let events = app.auth.events()
      await app.service.setState(["state": "transferred", "user": "000000.new"])
      await app.service.push("appleRevoked")
      #expect(await decisions.next() == .migrate(to: AppleUserID("000000.new")))
      _ = events
    }
    #expect(app.auth.currentUser != nil)
  }
}
