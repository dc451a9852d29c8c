import AuthenticationServices
import Foundation
import SimulatedDevice
import Testing
import _ClientTesting

@testable import AppleSignIn

@Suite("Decisions about an earlier sign-in") @MainActor struct CredentialStateTests {
  typealias Device = CredentialStateRule.DeviceAnswer

  @Test(
    "decides by the service where it answers, else by the device: FR-68, quirks 4-7",
    arguments: [
      (Device.authorized, nil, false, CredentialDecision.keep),
      (.failed, nil, false, .unknown), (.failed, nil, true, .unknown),
      (.revoked, nil, false, .askAgain(.revoked)), (.revoked, nil, true, .unknown),
      (.notFound, nil, false, .askAgain(.notFound)), (.notFound, nil, true, .unknown),
      (.transferred, nil, false, .migrate(to: nil)),
      (.revoked, .authorized, false, .keep), (.notFound, .authorized, false, .keep),
      (.failed, .revoked, false, .askAgain(.revoked)), (.revoked, .revoked, true, .askAgain(.revoked)),
      (.transferred, .authorized, false, .migrate(to: nil)),
      (.transferred, .transferred(AppleUserID("new")), false, .migrate(to: AppleUserID("new"))),
      (.revoked, .ended, false, .askAgain(.endedByService)),
      (.revoked, .notFound, false, .askAgain(.notFound)),
    ] as [(Device, ServiceCredentialState?, Bool, CredentialDecision)])
  func rule(
    _ device: Device, _ service: ServiceCredentialState?, _ isSimulator: Bool, _ decision: CredentialDecision
  ) {
    #expect(
      CredentialStateRule.decide(device: device, service: service, isSimulator: isSimulator) == decision)
  }

  private func monitor(
    _ phone: Phone, _ user: AppleUserID?, ask: CredentialStateMonitor.AskService? = nil
  ) -> CredentialStateMonitor {
    CredentialStateMonitor(
      user: { user }, askService: ask, notificationCenter: phone.center, isSimulator: false)
  }

  private func check(_ phone: Phone, _ monitor: CredentialStateMonitor) async -> CredentialDecision {
    await phone.device.run { await monitor.check() }
  }

  @Test("keeps the session when the query fails: FR-68")
  func queryFails() async throws {
    let phone = Phone()
    let user = try await phone.signIn().user
    phone.device.credentialStateAnswer = .simulatorError
    #expect(await check(phone, monitor(phone, user)) == .unknown)
  }

  @Test("takes 'not found' as such although an error comes with it: quirk 5")
  func notFoundWithError() async {
    let phone = Phone()
    #expect(await check(phone, monitor(phone, AppleUserID("nobody"))) == .askAgain(.notFound))
  }

  @Test("says nothing about nobody")
  func nobody() async {
    let phone = Phone()
    #expect(await check(phone, monitor(phone, nil)) == .keep)
  }

  @Test("lets the device decide while the service is down")
  func serviceDown() async throws {
    let phone = Phone()
    let user = try await phone.signIn().user
    phone.device.credentialStateAnswer = CredentialStateAnswer(.revoked)
    let monitor = monitor(phone, user) { _ in throw URLError(.notConnectedToInternet) }
    #expect(await check(phone, monitor) == .askAgain(.revoked))
  }

  @Test("asks the service for the new identifier after a transfer")
  func transferred() async throws {
    let phone = Phone()
    let user = try await phone.signIn().user
    try await phone.device.transferApp(toTeam: "OTHERTEAM1")
    let monitor = monitor(phone, user) { _ in .transferred(AppleUserID("000000.new")) }
    #expect(await check(phone, monitor) == .migrate(to: AppleUserID("000000.new")))
  }

  @Test("decides at once, and again on the notification and on activation: quirk 7")
  func occasions() async throws {
    let phone = Phone()
    let user = try await phone.signIn().user
    let monitor = monitor(phone, user)
    try await phone.device.run {
      var decisions = await monitor.decisions().makeAsyncIterator()
      #expect(await decisions.next() == .keep)
      try await phone.device.stopUsingApp()
      #expect(await decisions.next() == .askAgain(.revoked))
      phone.center.post(name: SystemPlatform.activation, object: nil)
      #expect(await decisions.next() == .askAgain(.revoked))
      await monitor.serviceReported()
      #expect(await decisions.next() == .askAgain(.revoked))
    }
  }

  @Test("asks the device once for calls at the same time")
  func singleFlight() async throws {
    let phone = Phone()
    let user = try await phone.signIn().user
    phone.device.credentialStateAnswer = CredentialStateAnswer(.revoked)
    let asked = Counter()
    let monitor = monitor(phone, user) { _ in
      await asked.increase()
      await Task.yield()
      return .authorized
    }
    async let one = check(phone, monitor)
    async let two = check(phone, monitor)
    #expect(await [one, two] == [.keep, .keep])
    #expect(await asked.value <= 2)
  }

  @Test("hands raw states to code in the style of the tutorials: issue 7 point 7")
  func rawObserver() async throws {
    let phone = Phone()
    let user = try await phone.signIn().user
    let observer = CredentialStateObserver(notificationCenter: phone.center)
    let state = await withCheckedContinuation { continuation in
      AuthorizationBridge.run(on: phone.device) {
        observer.check(user.rawValue) { state, _ in continuation.resume(returning: state) }
      }
    }
    #expect(state == .authorized)
    await withCheckedContinuation { continuation in
      observer.whenRevoked { continuation.resume() }
      phone.device.postRevokedNotification()
    }
    observer.stop()
  }
}

actor Counter {
  private(set) var value = 0
  func increase() { value += 1 }
}

/// Runs a callback form on a device.
@MainActor enum AuthorizationBridge {
  static func run(on device: SimulatedDevice, _ body: @escaping @MainActor () -> Void) {
    Task { await device.run(body) }
  }
}
