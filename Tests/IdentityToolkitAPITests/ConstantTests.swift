import Accounts
import BramleyCrypto
import BramleyHTTP
import Foundation
import Testing

@testable import IdentityToolkitAPI

/// Refusals that no other suite provokes, so that each constant of the catalogue is sent at least once.
@Suite("Constants on the wire")
struct ConstantTests {
  @Test(
    "a request that lacks a member or has too many is refused by name: wire §4",
    arguments: [
      ("accounts:createAuthUri", ["identifier": "a@example.com"], "MISSING_CONTINUE_URI"),
      (
        "accounts:createAuthUri", ["identifier": "a@example.com", "continueUri": "app"],
        "INVALID_CONTINUE_URI"
      ),
      ("accounts:resetPassword", [:], "MISSING_OOB_CODE"),
      ("accounts:resetPassword", ["oobCode": "", "newPassword": "correct horse"], "MISSING_OOB_CODE"),
      ("accounts:signInWithEmailLink", ["email": "a@example.com"], "MISSING_OOB_CODE"),
      ("accounts:signInWithCustomToken", [:], "MISSING_CUSTOM_TOKEN"),
    ] as [(String, JSON, String)])
  func members(_ name: String, _ body: JSON, _ constant: String) async throws {
    #expect(try await TestWire().call(name, body).refusal == "400 \(constant)")
  }

  @Test(
    "administrators are told what is wrong with a batch or a name: wire §4.6, §4.14",
    arguments: [
      ("/accounts", ["localId": .text(String(repeating: "x", count: 129))], "INVALID_LOCAL_ID"),
      ("/accounts", ["localId": "a\u{0}b"], "INVALID_LOCAL_ID"),
      (
        "/accounts:lookup", ["localId": .list((0...1000).map { .text("u\($0)") })],
        "TOO_MANY_ACCOUNTS : At most 1000."
      ),
      (
        "/accounts:batchCreate", ["users": .list((0...1000).map { ["localId": .text("u\($0)")] })],
        "MAXIMUM_USER_COUNT_EXCEEDED"
      ),
    ] as [(String, JSON, String)])
  func administration(_ name: String, _ body: JSON, _ refusal: String) async throws {
    let wire = try TestWire()
    #expect(await wire.own(name, body).refusal == "400 \(refusal)")
    #expect(try await wire.accounts.count() == 0)
  }

  @Test("a session is ended by one of our identifiers only")
  func sessionID() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    let answer = await wire.person("/v1/sessions:end", ["sid": "no session"], token: account.idToken)
    #expect(answer.refusal == "400 INVALID_SESSION_ID")
  }

  @Test("passwords that are switched off are refused on every path: wire §4.2, §4.10, §4.11")
  func passwordsOff() async throws {
    let wire = try TestWire(policy: { $0.allowsPasswords = false })
    #expect(await wire.signUp().refusal == "400 OPERATION_NOT_ALLOWED")
    for (name, body) in [
      ("accounts:signInWithPassword", ["email": "a@example.com", "password": "correct horse"]),
      ("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "a@example.com"]),
      ("accounts:resetPassword", ["oobCode": "x", "newPassword": "correct horse"]),
    ] as [(String, JSON)] {
      #expect(await wire.call(name, body).refusal == "400 PASSWORD_LOGIN_DISABLED", "\(name)")
    }
  }

  @Test("serve takes custom tokens of listed issuers only: R5")
  func customTokens() async throws {
    let wire = try TestWire(.serve)
    let header = Base64URL.encode(Array(#"{"alg":"RS256","typ":"JWT"}"#.utf8))
    let claims = Base64URL.encode(Array(#"{"iss":"https://elsewhere.example","uid":"bob"}"#.utf8))
    let token = "\(header).\(claims).\(Base64URL.encode([UInt8](repeating: 1, count: 256)))"
    let answer = await wire.call("accounts:signInWithCustomToken", ["token": .text(token)])
    #expect(answer.refusal == "400 CREDENTIAL_MISMATCH")
  }

  @Test("second factors: each once, five at most, and named: wire §4.16")
  func secondFactors() async throws {
    let wire = try TestWire()
    func call(_ name: String, _ body: JSON) async -> Answer {
      await wire.call("accounts/\(name)", body, version: "v2")
    }
    func enrol(_ token: String, _ number: String) async -> Answer {
      let start = await call(
        "mfaEnrollment:start",
        ["idToken": .text(token), "phoneEnrollmentInfo": ["phoneNumber": .text(number)]])
      guard start.status == 200 else { return start }
      let session = start["phoneSessionInfo"]?["sessionInfo"] ?? .null
      let codes = await wire.send(.get, "/emulator/v1/projects/demo-bramley/verificationCodes")
      let code = codes["verificationCodes"]?.list?.first { $0["sessionInfo"] == session }?["code"] ?? .null
      return await call(
        "mfaEnrollment:finalize",
        ["idToken": .text(token), "phoneVerificationInfo": ["sessionInfo": session, "code": code]])
    }
    var token = await wire.signIn().idToken
    for number in 1...5 {
      let answer = await enrol(token, "+1202555012\(number)")
      #expect(answer.status == 200)
      token = answer.idToken
      if number == 1 {
        #expect(
          await enrol(token, "+12025550121").refusal
            == "400 SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.")
      }
    }
    #expect(await enrol(token, "+12025550126").refusal == "400 SECOND_FACTOR_LIMIT_EXCEEDED")
    #expect(
      await call("mfaEnrollment:withdraw", ["idToken": .text(token)]).refusal
        == "400 MISSING_MFA_ENROLLMENT_ID : ((Missing mfaEnrollmentId.))")
    #expect(
      await call("mfaEnrollment:withdraw", ["idToken": .text(token), "mfaEnrollmentId": "x"]).refusal
        == "400 MFA_ENROLLMENT_NOT_FOUND")
    #expect(
      await call("mfaSignIn:start", ["mfaPendingCredential": "x"]).refusal
        == "400 MISSING_MFA_ENROLLMENT_ID : ((No second factor identifier is provided.))")
  }

  @Test("a store that cannot answer is 503 with Retry-After, which SDKs repeat: wire §2.1")
  func unavailable() async throws {
    let trouble = WireError(AccountsError(StoreError(.busy, "away")))
    let response = ErrorEnvelope.response(trouble)
    let answer = Answer(response)
    #expect(answer.status == 503)
    #expect(answer["error"]?["status"] == "UNAVAILABLE")
    #expect(answer["error"]?["errors"]?[0]?["domain"] != nil)
    #expect(response.headers["retry-after"] == "1")
  }

  @Test("each constant of the catalogue is sent by some test of this target")
  func everyConstant() throws {
    // These two never leave as a refusal here: web flows are told on pages, a second factor by a 200.
    let elsewhere: Set<String> = ["INVALID_STATE", "SECOND_FACTOR_REQUIRED"]
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    var text = ""
    for url in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where url.pathExtension == "swift" && url.lastPathComponent != "ErrorCatalogueTests.swift" {
      text += try String(contentsOf: url, encoding: .utf8)
    }
    let missing = ErrorCatalogue.entries.map(\.constant).filter {
      !elsewhere.contains($0) && text.firstRange(of: $0) == nil
    }
    #expect(missing == [])
  }
}
