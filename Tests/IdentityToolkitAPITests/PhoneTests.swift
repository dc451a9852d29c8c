import Accounts
import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("Telephone")
struct PhoneTests {
  private func begin(_ wire: TestWire, _ number: String = "+12025550123") async -> (session: JSON, code: JSON)
  {
    let sent = await wire.call("accounts:sendVerificationCode", ["phoneNumber": .text(number)])
    let codes = await wire.send(.get, "/emulator/v1/projects/demo-bramley/verificationCodes")
    let entry = codes["verificationCodes"]?.list?.first { $0["sessionInfo"] == sent["sessionInfo"] }
    return (sent["sessionInfo"] ?? .null, entry?["code"] ?? .null)
  }

  private func signIn(_ wire: TestWire, _ body: JSON) async -> Answer {
    await wire.call("accounts:signInWithPhoneNumber", body)
  }

  @Test("refusals: wire 171")
  func refusals() async throws {
    let wire = try TestWire()
    for number: JSON in ["12025550123", "+abc", nil] {
      #expect(
        await wire.call("accounts:sendVerificationCode", ["phoneNumber": number]).refusal
          == "400 INVALID_PHONE_NUMBER : Invalid format.")
    }
    #expect(await signIn(wire, ["code": "123456"]).refusal == "400 MISSING_SESSION_INFO")
    #expect(await signIn(wire, ["sessionInfo": "x"]).refusal == "400 MISSING_CODE")
    #expect(await signIn(wire, ["sessionInfo": "x", "code": "123456"]).refusal == "400 INVALID_SESSION_INFO")
    #expect(await signIn(wire, ["temporaryProof": "x"]).refusal == "400 MISSING_PHONE_NUMBER")
    #expect(
      await signIn(wire, ["temporaryProof": "x", "phoneNumber": "+12025550123"]).refusal
        == "400 INVALID_TEMPORARY_PROOF")
    let serve = try await TestWire(.serve).call(
      "accounts:sendVerificationCode", ["phoneNumber": "+12025550123"])
    #expect(
      serve.refusal == "400 OPERATION_NOT_ALLOWED : No text messages are configured: nothing can be sent.")
  }

  @Test("five wrong codes end a verification; the right one comes too late then")
  func guessing() async throws {
    let wire = try TestWire()
    let (session, code) = await begin(wire)
    let wrong = code == "000000" ? "000001" : "000000" as JSON
    for _ in 0..<5 {
      #expect(await signIn(wire, ["sessionInfo": session, "code": wrong]).refusal == "400 INVALID_CODE")
    }
    #expect(await signIn(wire, ["sessionInfo": session, "code": code]).refusal == "400 INVALID_SESSION_INFO")
    #expect(try await wire.accounts.count() == 0)
  }

  @Test("a verification ends after ten minutes")
  func expiry() async throws {
    let wire = try TestWire()
    let (session, code) = await begin(wire)
    wire.clock.move(.seconds(601))
    #expect(await signIn(wire, ["sessionInfo": session, "code": code]).refusal == "400 SESSION_EXPIRED")
  }

  @Test("the right code signs in, after a wrong one too: wire 167, 169")
  func signingIn() async throws {
    let wire = try TestWire()
    let (session, code) = await begin(wire)
    let wrong = code == "000000" ? "000001" : "000000" as JSON
    #expect(await signIn(wire, ["sessionInfo": session, "code": wrong]).refusal == "400 INVALID_CODE")
    let answer = await signIn(wire, ["sessionInfo": session, "code": code])
    #expect(answer["isNewUser"] == true)
    let claims = TestWire.claims(answer.idToken)
    #expect(claims["phone_number"] == "+12025550123")
    #expect(claims["firebase"]?["sign_in_provider"] == "phone")
    #expect(claims["firebase"]?["identities"] == ["phone": ["+12025550123"]])
    #expect(
      await signIn(wire, ["sessionInfo": session, "code": code]).refusal == "400 INVALID_SESSION_INFO")
    let (again, second) = await begin(wire)
    let returning = await signIn(wire, ["sessionInfo": again, "code": second])
    #expect(returning.localID == answer.localID)
    #expect(returning["isNewUser"] == false)
  }

  @Test("an owner's number finds its account by telephone: wire 33")
  func known() async throws {
    let wire = try TestWire()
    let made = await wire.own("/accounts", ["phoneNumber": "+12025550123"])
    let (session, code) = await begin(wire)
    #expect(await signIn(wire, ["sessionInfo": session, "code": code]).localID == made.localID)
  }

  @Test("another person's number while linking: a proof that signs in to the other account: wire 173")
  func conflict() async throws {
    let wire = try TestWire()
    let (first, firstCode) = await begin(wire)
    let owner = await signIn(wire, ["sessionInfo": first, "code": firstCode])
    let other = await wire.signUp()
    let (session, code) = await begin(wire)
    let conflict = await signIn(
      wire, ["sessionInfo": session, "code": code, "idToken": .text(other.idToken)])
    #expect(conflict.status == 200)
    #expect(conflict["idToken"] == nil)
    #expect(conflict["phoneNumber"] == "+12025550123")
    let proof = conflict["temporaryProof"] ?? .null
    let linking = await signIn(
      wire,
      ["temporaryProof": proof, "phoneNumber": "+12025550123", "idToken": .text(other.idToken)])
    #expect(linking.refusal == "400 PHONE_NUMBER_EXISTS")
    let signedIn = await signIn(wire, ["temporaryProof": proof, "phoneNumber": "+12025550123"])
    #expect(signedIn.localID == owner.localID)
    #expect(
      await signIn(wire, ["temporaryProof": proof, "phoneNumber": "+12025550123"]).refusal
        == "400 INVALID_TEMPORARY_PROOF")
  }
}
