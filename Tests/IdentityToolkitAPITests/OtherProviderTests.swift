import Accounts
import Testing

@testable import IdentityToolkitAPI

@Suite("Addresses that meet: other providers in dev")
struct OtherProviderTests {
  /// `signInWithIdp` with a token that development takes unverified (R46).
  private func signIn(
    _ wire: TestWire, _ provider: String = "google.com", sub: String = "g1",
    email: String = "paula@example.com",
    verified: Bool = true, more: [String: JSON] = [:]
  ) async -> Answer {
    let token = #"{"sub":"\#(sub)","email":"\#(email)","email_verified":\#(verified)}"#
    var body: [String: JSON] = [
      "requestUri": "http://localhost", "postBody": .text("providerId=\(provider)&id_token=\(token)"),
    ]
    body.merge(more) { $1 }
    return await wire.call("accounts:signInWithIdp", .object(body))
  }

  @Test("neither address proven: confirmation is asked for, nothing is stored: wire 71, R23, A20")
  func bothUnproven() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    let before = await wire.record(ofID: account.localID)
    let answer = await signIn(wire, verified: false)
    #expect(answer["needConfirmation"] == true)
    #expect(answer["localId"] == nil)
    #expect(answer["idToken"] == nil)
    #expect(await wire.record(ofID: account.localID) == before)
    #expect(try await wire.accounts.count() == 1)
  }

  @Test("the address's owner empties an unproven account: wire 69, R23, A21")
  func takeOver() async throws {
    let wire = try TestWire()
    let attacker = await wire.signUp()
    wire.clock.move(.seconds(2))
    let owner = await signIn(wire)
    #expect(owner.localID == attacker.localID)
    let record = await wire.record(owner.idToken)
    #expect(record?["passwordHash"] == nil)
    #expect(record?["emailVerified"] == true)
    #expect(await wire.refresh(attacker.refreshToken).refusal == "400 TOKEN_EXPIRED")
    #expect(
      await wire.call(
        "accounts:signInWithPassword", ["email": "paula@example.com", "password": "correct horse"]
      ).status == 400)
  }

  @Test("with duplicate addresses allowed every identity is an account of its own: wire 63, 65")
  func duplicates() async throws {
    let wire = try TestWire(policy: { $0.onePerEmail = false })
    let password = await wire.signUp()
    let google = await signIn(wire)
    let facebook = await signIn(wire, "facebook.com")
    #expect(Set([password.localID, google.localID, facebook.localID]).count == 3)
    let methods = await wire.call(
      "accounts:createAuthUri", ["identifier": "paula@example.com", "continueUri": "http://localhost"])
    #expect(methods["signinMethods"] == ["password"], "wire 105")
  }

  @Test("a link to a password account: both ways in, and the token names the provider: wire 75")
  func link() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    let linked = await signIn(wire, email: "other@example.com", more: ["idToken": .text(account.idToken)])
    #expect(linked.localID == account.localID)
    #expect(linked["isNewUser"] == nil)
    let firebase = TestWire.claims(linked.idToken)["firebase"]
    #expect(firebase?["sign_in_provider"] == "google.com")
    #expect(firebase?["identities"] == ["email": ["paula@example.com"], "google.com": ["g1"]])
    let methods = await wire.call(
      "accounts:createAuthUri", ["identifier": "paula@example.com", "continueUri": "http://localhost"])
    #expect(methods["signinMethods"] == ["password", "google.com"])
  }

  @Test("a link with the same proven address proves the account's: wire 83")
  func provingLink() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    let linked = await signIn(wire, more: ["idToken": .text(account.idToken)])
    #expect(linked["emailVerified"] == true)
    #expect(await wire.record(linked.idToken)?["emailVerified"] == true)
  }

  @Test("a link whose address is another account's: EMAIL_EXISTS, softly where asked: wire §6.2")
  func takenAddress() async throws {
    let wire = try TestWire()
    _ = await wire.signUp()
    let other = await wire.call("accounts:signUp")
    #expect(await signIn(wire, more: ["idToken": .text(other.idToken)]).refusal == "400 EMAIL_EXISTS")
    let soft = await signIn(
      wire, more: ["idToken": .text(other.idToken), "returnIdpCredential": true])
    #expect(soft.status == 200)
    #expect(soft["errorMessage"] == "EMAIL_EXISTS")
    #expect(soft["idToken"] == nil)
  }
}
