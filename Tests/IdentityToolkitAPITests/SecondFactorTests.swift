import Accounts
import BramleyCrypto
import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("Second factors")
struct SecondFactorTests {
  private let number: JSON = ["phoneNumber": "+12025550123"]

  private func code(_ wire: TestWire, _ session: JSON?) async -> JSON {
    let codes = await wire.send(.get, "/emulator/v1/projects/demo-bramley/verificationCodes")
    return codes["verificationCodes"]?.list?.first { $0["sessionInfo"] == session }?["code"] ?? .null
  }

  private func call(_ wire: TestWire, _ name: String, _ body: JSON) async -> Answer {
    await wire.call("accounts/\(name)", body, version: "v2")
  }

  /// An account with a proven address and a telephone as second factor.
  private func enrolled(_ wire: TestWire) async throws -> Answer {
    _ = await wire.own(
      "/accounts", ["email": "m@example.com", "emailVerified": true, "password": "correct horse"])
    let first = await wire.call(
      "accounts:signInWithPassword", ["email": "m@example.com", "password": "correct horse"])
    let start = await call(
      wire, "mfaEnrollment:start", ["idToken": .text(first.idToken), "phoneEnrollmentInfo": number])
    let session = start["phoneSessionInfo"]?["sessionInfo"] ?? .null
    let done = await call(
      wire, "mfaEnrollment:finalize",
      [
        "idToken": .text(first.idToken), "displayName": "Phone",
        "phoneVerificationInfo": ["sessionInfo": session, "code": await code(wire, session)],
      ])
    try #require(done.status == 200, "\(done)")
    return done
  }

  @Test("who may not enrol: wire 203, 205, 207")
  func refusals() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    let body: JSON = ["idToken": .text(account.idToken), "phoneEnrollmentInfo": number]
    #expect(
      await call(wire, "mfaEnrollment:start", body).refusal
        == "400 UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.")
    #expect(
      await call(wire, "mfaEnrollment:start", ["idToken": .text(account.idToken)]).message?.contains(
        "INVALID_ARGUMENT") == true)
    let anonymous = await wire.call("accounts:signUp")
    #expect(
      await call(
        wire, "mfaEnrollment:start", ["idToken": .text(anonymous.idToken), "phoneEnrollmentInfo": number]
      ).refusal == "400 UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.")
    #expect(await call(wire, "mfaEnrollment:start", [:]).refusal == "400 MISSING_ID_TOKEN")
    #expect(
      await call(wire, "mfaSignIn:start", [:]).message?.hasPrefix("MISSING_MFA_PENDING_CREDENTIAL") == true)
    #expect(await call(wire, "mfaSignIn:finalize", [:]).message?.hasPrefix("MISSING_CREDENTIAL") == true)
  }

  @Test("a first factor alone gives no tokens, on every way in: A37, wire 79, 165")
  func pending() async throws {
    let wire = try TestWire()
    _ = try await enrolled(wire)
    let link = await wire.own(
      "/accounts:sendOobCode",
      ["requestType": "EMAIL_SIGNIN", "email": "m@example.com", "returnOobLink": true])
    let answers = [
      await wire.call(
        "accounts:signInWithPassword", ["email": "m@example.com", "password": "correct horse"]),
      await wire.call(
        "accounts:signInWithEmailLink", ["email": "m@example.com", "oobCode": link["oobCode"] ?? .null]),
    ]
    for answer in answers {
      #expect(answer.status == 200)
      #expect(answer["mfaPendingCredential"]?.text?.isEmpty == false)
      #expect(answer["idToken"] == nil)
      #expect(answer["refreshToken"] == nil)
      #expect(answer["mfaInfo"]?[0]?["phoneInfo"] == "********0123")
    }
  }

  @Test("an Apple sign-in of such an account waits for the second factor too")
  func apple() async throws {
    let wire = try TestWire()
    let maria = await wire.signIn()
    let start = await call(
      wire, "mfaEnrollment:start", ["idToken": .text(maria.idToken), "phoneEnrollmentInfo": number])
    let session = start["phoneSessionInfo"]?["sessionInfo"] ?? .null
    _ = await call(
      wire, "mfaEnrollment:finalize",
      [
        "idToken": .text(maria.idToken),
        "phoneVerificationInfo": ["sessionInfo": session, "code": await code(wire, session)],
      ])
    wire.clock.move(.seconds(1))
    let answer = await wire.signIn()
    #expect(answer["idToken"] == nil)
    #expect(answer["mfaPendingCredential"] != nil)
    #expect(answer["providerId"] == "apple.com")
    #expect(answer["kind"] == "identitytoolkit#VerifyAssertionResponse")
  }

  @Test("the second factor finishes the sign-in once, and the token names it")
  func signIn() async throws {
    let wire = try TestWire()
    _ = try await enrolled(wire)
    let first = await wire.call(
      "accounts:signInWithPassword", ["email": "m@example.com", "password": "correct horse"])
    let credential = first["mfaPendingCredential"] ?? .null
    let id = first["mfaInfo"]?[0]?["mfaEnrollmentId"] ?? .null
    let start = await call(
      wire, "mfaSignIn:start", ["mfaPendingCredential": credential, "mfaEnrollmentId": id])
    let session = start["phoneResponseInfo"]?["sessionInfo"] ?? .null
    let right = await code(wire, session)
    let wrong: JSON = right == "000000" ? "000001" : "000000"
    func finish(_ code: JSON) async -> Answer {
      await call(
        wire, "mfaSignIn:finalize",
        [
          "mfaPendingCredential": credential,
          "phoneVerificationInfo": ["sessionInfo": session, "code": code],
        ])
    }
    #expect(await finish(wrong).refusal == "400 INVALID_CODE")
    let done = await finish(right)
    let claims = TestWire.claims(done.idToken)
    #expect(claims["firebase"]?["sign_in_second_factor"] == "phone")
    #expect(claims["firebase"]?["second_factor_identifier"] == id)
    #expect(claims["firebase"]?["sign_in_provider"] == "password")
    #expect(await finish(right).status == 400)
    #expect(
      await call(wire, "mfaSignIn:start", ["mfaPendingCredential": credential, "mfaEnrollmentId": id]).refusal
        == "400 INVALID_MFA_PENDING_CREDENTIAL")
  }

  @Test("a first-factor verification is no second factor")
  func confusion() async throws {
    let wire = try TestWire()
    _ = try await enrolled(wire)
    let first = await wire.call(
      "accounts:signInWithPassword", ["email": "m@example.com", "password": "correct horse"])
    let sent = await wire.call("accounts:sendVerificationCode", ["phoneNumber": "+12025550123"])
    let session = sent["sessionInfo"] ?? .null
    let answer = await call(
      wire, "mfaSignIn:finalize",
      [
        "mfaPendingCredential": first["mfaPendingCredential"] ?? .null,
        "phoneVerificationInfo": ["sessionInfo": session, "code": await code(wire, session)],
      ])
    #expect(answer.refusal == "400 INVALID_SESSION_INFO")
  }

  @Test("withdrawing: tokens without the factor, and one factor is enough again: wire 209")
  func withdraw() async throws {
    let wire = try TestWire()
    let done = try await enrolled(wire)
    let id = await wire.record(done.idToken)?["mfaInfo"]?[0]?["mfaEnrollmentId"] ?? .null
    #expect(
      await call(wire, "mfaEnrollment:withdraw", ["idToken": .text(done.idToken), "mfaEnrollmentId": "x"])
        .refusal == "400 MFA_ENROLLMENT_NOT_FOUND")
    let answer = await call(
      wire, "mfaEnrollment:withdraw", ["idToken": .text(done.idToken), "mfaEnrollmentId": id])
    #expect(TestWire.claims(answer.idToken)["firebase"]?["sign_in_second_factor"] == nil)
    #expect(await wire.record(answer.idToken)?["mfaInfo"] == nil)
    let signIn = await wire.call(
      "accounts:signInWithPassword", ["email": "m@example.com", "password": "correct horse"])
    #expect(signIn["idToken"] != nil)
  }

  @Test("one-time passwords: enrol, sign in, never twice: RFC 6238")
  func oneTimePassword() async throws {
    let wire = try TestWire()
    let maria = await wire.signIn()
    let start = await call(
      wire, "mfaEnrollment:start", ["idToken": .text(maria.idToken), "totpEnrollmentInfo": [:]])
    let info = try #require(start["totpSessionInfo"])
    #expect(info["verificationCodeLength"] == 6)
    #expect(info["periodSec"] == 30)
    let secret = info["sharedSecretKey"]?.text ?? ""
    func finalize(_ code: String) async -> Answer {
      await call(
        wire, "mfaEnrollment:finalize",
        [
          "idToken": .text(maria.idToken),
          "totpVerificationInfo": [
            "sessionInfo": info["sessionInfo"] ?? .null, "verificationCode": .text(code),
          ],
        ])
    }
    let now = TestPassword.code(secret, at: wire.clock.now().seconds)
    #expect(await finalize(now == "000000" ? "000001" : "000000").refusal == "400 INVALID_CODE")
    #expect(await finalize(now).status == 200)
    wire.clock.move(.seconds(60))
    let pending = await wire.signIn()
    let credential = pending["mfaPendingCredential"] ?? .null
    let id = pending["mfaInfo"]?[0]?["mfaEnrollmentId"] ?? .null
    #expect(pending["mfaInfo"]?[0]?["totpInfo"] == [:])
    func finish(_ credential: JSON, _ code: String) async -> Answer {
      await call(
        wire, "mfaSignIn:finalize",
        [
          "mfaPendingCredential": credential, "mfaEnrollmentId": id,
          "totpVerificationInfo": ["verificationCode": .text(code)],
        ])
    }
    #expect(await finish(credential, now).refusal == "400 INVALID_CODE")
    let later = TestPassword.code(secret, at: wire.clock.now().seconds)
    let done = await finish(credential, later)
    #expect(TestWire.claims(done.idToken)["firebase"]?["sign_in_second_factor"] == "totp")
    wire.clock.move(.seconds(1))
    let second = await wire.signIn()
    #expect(
      await finish(second["mfaPendingCredential"] ?? .null, later).refusal == "400 INVALID_CODE",
      "a password was taken twice")
  }
}

/// What an authenticator app shows.
enum TestPassword {
  static func code(_ base32: String, at seconds: Int64) -> String {
    var bits = ""
    for character in base32 {
      let value = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".firstIndex(of: character)!
      let number = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".distance(
        from: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".startIndex, to: value)
      let digits = String(number, radix: 2)
      bits += String(repeating: "0", count: 5 - digits.count) + digits
    }
    var key: [UInt8] = []
    while bits.count >= 8 {
      key.append(UInt8(bits.prefix(8), radix: 2)!)
      bits.removeFirst(8)
    }
    let step = UInt64(seconds / 30)
    let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * UInt64($0))) }
    let mac = HMACSHA1.authenticationCode(for: message, key: Secret(bytes: key))!
    let offset = Int(mac[19] & 15)
    let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
    let text = String(number % 1_000_000)
    return String(repeating: "0", count: 6 - text.count) + text
  }
}
