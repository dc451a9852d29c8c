import AppleSignIn
import Foundation
import SimulatedDevice
import Testing

@Suite("Vault of first authorizations") @MainActor struct VaultTests {
  @Test("carries the name again at the next sign-in, after a crash too: quirk 1")
  func survives() async throws {
    let phone = Phone()
    let first = try await phone.signIn()
    // The process ends here; another flow over the same storage stands for the next launch.
    let next = SignInWithApple(phone.flow.configuration)
    let second = try await phone.device.run { try await next.signIn() }
    #expect(!second.isFirstAuthorization)
    #expect(second.name == first.name)
    #expect(second.email == "maria@example.com")
  }

  @Test("forgets a person once the service has the name: R24")
  func erased() async throws {
    let phone = Phone()
    let first = try await phone.signIn()
    try await phone.flow.configuration.vault.erase(first.user)
    #expect(try await phone.signIn().name == nil)
    #expect(try await phone.storage.retrieve(StorageKey("first-authorizations")) == nil)
  }

  @Test("takes a name without any part for none", arguments: [true, false])
  func emptyName(_ sendsEmpty: Bool) async throws {
    let phone = Phone()
    phone.device.sendsEmptyNameLater = sendsEmpty
    phone.device.answerNext(.share(name: .emptied))
    let first = try await phone.signIn()
    #expect(first.name == nil)
    #expect(first.isFirstAuthorization)
    #expect(try await phone.signIn().isFirstAuthorization == false)
  }

  @Test("does not lose a kept name to a later authorization without one")
  func completes() async throws {
    let phone = Phone()
    let first = try await phone.signIn()
    let vault = phone.flow.configuration.vault
    await vault.keep(FirstAuthorization(user: first.user, name: nil, email: "new@example.com", at: .now))
    let kept = await vault.authorization(of: first.user)
    #expect(kept?.name?.givenName == "Maria")
    #expect(kept?.email == "new@example.com")
  }

  @Test("keeps apart what two persons gave, and at most sixteen")
  func severalPersons() async {
    let vault = Phone().flow.configuration.vault
    for number in 0..<20 {
      await vault.keep(
        FirstAuthorization(user: .init("u\(number)"), name: nil, email: "e\(number)", at: .now))
    }
    #expect(await vault.authorization(of: .init("u3")) == nil)
    #expect(await vault.authorization(of: .init("u4"))?.email == "e4")
    #expect(await vault.authorization(of: .init("u19"))?.email == "e19")
  }

  @Test("signs in with a locked storage, and says that nothing is kept")
  func lockedStorage() async throws {
    let phone = Phone()
    await phone.storage.fail(with: StorageError(.locked))
    let credential = try await phone.signIn()
    #expect(credential.name?.givenName == "Maria")
    #expect(!credential.isKeptInVault)
  }

  @Test("keeps the next person although an old item became unreadable")
  func unreadableItem() async throws {
    let phone = Phone()
    try await phone.storage.store(Data("garbage".utf8), for: StorageKey("first-authorizations"))
    #expect(try await phone.signIn().isKeptInVault)
  }

  @Test("counts as first again after the person stopped using the app: quirk 2")
  func resetByPerson() async throws {
    let phone = Phone()
    _ = try await phone.signIn()
    try await phone.device.stopUsingApp()
    phone.device.answerNext(.hideEmail(name: .asKept))
    let again = try await phone.signIn()
    #expect(again.isFirstAuthorization)
    #expect(again.email?.hasSuffix("@privaterelay.appleid.com") == true)
  }
}
