import AppleSignIn
import AuthenticationServices
import Foundation
import SimulatedDevice
import Testing

/// The rows of the sheet's third section that no other suite names.
@Suite("Quirks of the system") @MainActor struct QuirkTests {
  @Test("keeps the session while a reset at Apple has not taken effect, and signs in without a name: quirk 3")
  func lateReset() async throws {
    let phone = Phone()
    let first = try await phone.signIn()
    try await phone.flow.configuration.vault.erase(first.user)
    phone.device.delaysReset = true
    try await phone.device.stopUsingApp()
    let monitor = CredentialStateMonitor(
      user: { first.user }, notificationCenter: phone.center, isSimulator: false)
    #expect(await phone.device.run { await monitor.check() } == .keep)
    let meanwhile = try await phone.signIn()
    #expect(!meanwhile.isFirstAuthorization)
    #expect(meanwhile.name == nil)
    // The address is in the token all the same.
    #expect(meanwhile.email == "maria@example.com")
    try await phone.device.completeReset()
    #expect(await phone.device.run { await monitor.check() } == .askAgain(.revoked))
    #expect(try await phone.signIn().isFirstAuthorization)
  }

  @Test(
    "believes no simulator that says revoked or not found, and keeps what is stored: quirk 4",
    arguments: [CredentialStateAnswer(.revoked), .init(.authorized), .simulatorError])
  func simulators(_ answer: CredentialStateAnswer) async throws {
    let phone = Phone()
    let user = try await phone.signIn().user
    phone.device.credentialStateAnswer = answer
    let monitor = CredentialStateMonitor(
      user: { user }, notificationCenter: phone.center, isSimulator: true)
    let decision = await phone.device.run { await monitor.check() }
    #expect([.keep, .unknown].contains(decision))
  }

  @Test(
    "asks to sign in again when a real device says revoked, deletes nothing, and the service may overrule: quirk 6"
  )
  func falseRevocation() async throws {
    let phone = Phone()
    let user = try await phone.signIn().user
    let stored = try await phone.storage.retrieve(StorageKey("first-authorizations"))
    phone.device.credentialStateAnswer = CredentialStateAnswer(.revoked)
    let alone = CredentialStateMonitor(
      user: { user }, notificationCenter: phone.center, isSimulator: false)
    #expect(await phone.device.run { await alone.check() } == .askAgain(.revoked))
    #expect(try await phone.storage.retrieve(StorageKey("first-authorizations")) == stored)
    let served = CredentialStateMonitor(
      user: { user }, askService: { _ in .authorized }, notificationCenter: phone.center, isSimulator: false)
    #expect(await phone.device.run { await served.check() } == .keep)
  }

  @Test("gets through when the first attempt on a fresh device fails and the second works: quirk 8")
  func freshDevice() async throws {
    let phone = Phone()
    let error = try #require(await phone.refusal(.fail(code: 1000)))
    #expect(error.mayHelpToRetry)
    #expect(error.hints.contains(.freshSimulator))
    let credential = try await phone.signIn()
    #expect(credential.isFirstAuthorization)
    #expect(credential.displayName == "Maria Rossi")
    let nonces = phone.device.attempts.compactMap(\.nonce)
    #expect(Set(nonces).count == 2)
  }

  @Test("advises free accounts, side-loaded and unsigned builds: quirks 13, 15")
  func unsignedBuilds() async throws {
    let error = try #require(await Phone().refusal(.fail(code: 1000)))
    let advice = error.hints.map(\.advice).joined(separator: " ")
    for word in ["free accounts", "side-loaded", "provisioning profile"] { #expect(advice.contains(word)) }
  }

  @Test("names the entitlement with its value: quirk 14")
  func entitlement() {
    #expect(SetupHint.capability.advice.contains("com.apple.developer.applesignin"))
    #expect(SetupHint.capability.advice.contains("[Default]"))
  }

  @Test("hands over no sign-up that did not complete, and no name of it: quirk 12")
  func incompleteSignUp() async throws {
    let phone = Phone()
    #expect(await phone.refusal(.fail(code: 1001))?.isCancellation == true)
    #expect(try await phone.storage.retrieve(StorageKey("first-authorizations")) == nil)
  }
}
