import AppleSignIn
import AuthenticationServices
import BramleyCrypto
import Foundation
import SimulatedDevice
import Testing
import _ClientTesting

@Suite("One call for Sign in with Apple") @MainActor struct SignInTests {
  @Test(
    "refuses an answer that does not belong to the request: issue 7 point 1",
    arguments: [
      (PersonAnswer.Alteration.state("other"), AppleSignInError.Code.stateMismatch),
      (.state(nil), .stateMismatch),
      (.nonce("0000"), .nonceMismatch), (.nonce(nil), .nonceMismatch),
      (.audience("com.example.other"), .audienceMismatch), (.expired, .tokenExpired),
      (.noIdentityToken, .missingIdentityToken), (.unreadableToken, .unreadableToken),
    ])
  func refusesAlteredAnswers(
    _ alteration: PersonAnswer.Alteration, _ code: AppleSignInError.Code
  ) async {
    let phone = Phone()
    #expect(await phone.refusal(.altered(alteration, .share()))?.code == code)
    #expect(!phone.flow.isRunning)
    #expect(await phone.refusal(.share()) == nil)
  }

  @Test("does not keep the name of an answer that it refuses")
  func keepsNothingOfRefused() async throws {
    let phone = Phone()
    _ = await phone.refusal(.altered(.nonce("0000"), .share()))
    #expect(try await phone.storage.retrieve(StorageKey("first-authorizations")) == nil)
  }

  @Test("gives a checked value with everything that the first authorization gives")
  func firstAuthorization() async throws {
    let phone = Phone()
    let credential = try await phone.signIn()
    #expect(credential.name?.givenName == "Maria")
    #expect(credential.displayName == "Maria Rossi")
    #expect(credential.email == "maria@example.com")
    #expect(credential.authorizationCode != nil)
    #expect(credential.realUserHint == .likelyReal)
    #expect(credential.isFirstAuthorization && credential.isKeptInVault)
    #expect(credential.allowsName && credential.allowsEmail)
    #expect(credential.state == phone.device.attempts.first?.state)
  }

  @Test("hands over the name as the person left it on the sheet: issue 7 points 1, 12")
  func nameChoices() async throws {
    var edited = PersonNameComponents()
    edited.givenName = "Mia"
    for (choice, name) in [
      (PersonAnswer.NameChoice.asKept, "Maria Rossi"), (.edited(edited), "Mia"), (.emptied, nil),
    ] {
      let phone = Phone()
      phone.device.answerNext(.hideEmail(name: choice))
      let credential = try await phone.signIn()
      #expect(credential.displayName == name)
      #expect(credential.email?.hasSuffix("@privaterelay.appleid.com") == true)
    }
  }

  @Test("hands over the hints about the person, and never refuses for them: issue 7 point 1")
  func hints() async throws {
    let statuses: [ASUserDetectionStatus] = [.unsupported, .unknown, .likelyReal]
    let ages: [ASUserAgeRange] = [.unknown, .child, .notChild]
    for (status, age) in zip(statuses, ages) {
      let phone = Phone()
      var account = DeviceAccount(email: "maria@example.com")
      (account.realUserStatus, account.ageRange) = (status, age)
      phone.device.account = account
      let credential = try await phone.signIn()
      #expect(credential.realUserHint.rawValue == status.rawValue)
      #expect(credential.ageRange?.rawValue == age.rawValue)
    }
  }

  @Test("asks for no more than it is told, and signs in without a code: issue 7 point 1")
  func scopes() async throws {
    let phone = Phone()
    phone.device.answerNext(.altered(.noAuthorizationCode, .share()))
    let credential = try await phone.device.run { try await phone.flow.signIn(scopes: [.email]) }
    #expect(phone.device.attempts.first?.scopes == [.email])
    #expect(credential.name == nil && !credential.allowsName)
    #expect(credential.authorizationCode == nil)
  }

  @Test("sends the lower-case hex SHA-256 of the raw nonce: FR-06, quirk 17")
  func nonceForm() async throws {
    let phone = Phone()
    let credential = try await phone.signIn()
    let expected = Hex.encode(SHA256.digest(Array(credential.rawNonce.utf8)).bytes)
    #expect(phone.device.attempts.first?.nonce == expected)
    #expect(expected.utf8.count == 64)
  }

  @Test("makes a new nonce and state for each request")
  func freshNonces() async throws {
    let phone = Phone()
    for _ in 0..<3 { _ = try await phone.signIn() }
    #expect(Set(phone.device.attempts.map(\.nonce)).count == 3)
    #expect(Set(phone.device.attempts.map(\.state)).count == 3)
  }

  @Test("uses every letter of the nonce alphabet about equally often")
  func nonceIsUnbiased() {
    var counts: [Character: Int] = [:]
    for _ in 0..<2000 {
      // The last character carries four bits only and is left out.
      for letter in RawNonce().text.dropLast() { counts[letter, default: 0] += 1 }
    }
    #expect(counts.count == 64)
    // 84 000 letters: 1312.5 each, standard deviation 36; six of them are one in 500 million.
    #expect(counts.values.allSatisfy { abs(Double($0) - 1312.5) < 216 })
  }

  @Test("gives exactly one result when the system answers twice")
  func answersTwice() async throws {
    let phone = Phone()
    phone.device.answerNext(.twice(.share(), .fail(code: 1000)))
    let credential = try await phone.signIn()
    #expect(credential.email == "maria@example.com")
    #expect(await phone.refusal(.twice(.cancel, .share()))?.code == .canceled)
  }

  @Test("joins a second tap to the open sheet: quirk 17")
  func joins() async throws {
    let phone = Phone()
    phone.device.answerNext(.late(.seconds(5), .share()))
    async let first = phone.signIn()
    await phone.clock.untilSleeping(2)
    async let second = phone.signIn()
    for _ in 0..<100 { await Task.yield() }
    phone.clock.advance(by: .seconds(5))
    #expect(try await first == second)
    #expect(phone.device.attempts.count == 1)
  }

  @Test("refuses a second tap where that is chosen, and the first goes on")
  func refusesSecond() async throws {
    let phone = Phone { $0.secondRequest = .isRefused }
    phone.device.answerNext(.late(.seconds(5), .share()))
    async let first = phone.signIn()
    await phone.clock.untilSleeping(2)
    await #expect(throws: AppleSignInError(.alreadyRunning)) { try await phone.signIn() }
    phone.clock.advance(by: .seconds(5))
    #expect(try await first.email == "maria@example.com")
  }

  @Test("gives up after the time limit, and a later answer changes nothing: quirk 9")
  func timeLimit() async throws {
    let phone = Phone { $0.timeLimit = .seconds(60) }
    phone.device.honorsCancel = false
    phone.device.answerNext(.late(.seconds(90), .share()))
    let result = Task { try await phone.signIn() }
    await phone.clock.untilSleeping(2)
    phone.clock.advance(by: .seconds(60))
    await #expect(throws: AppleSignInError(.timedOut)) { try await result.value }
    #expect(!phone.flow.isRunning)
    phone.clock.advance(by: .seconds(60))
    #expect(await eventually { phone.device.openSheets == 0 })
    #expect(try await phone.signIn().isFirstAuthorization == false)
  }

  @Test("closes the sheet when the task is cancelled")
  func cancelledTask() async {
    let phone = Phone()
    phone.device.answerNext(.never)
    let task = Task { try await phone.signIn() }
    #expect(await eventually { phone.device.openSheets == 1 })
    task.cancel()
    await #expect(throws: AppleSignInError(.taskCanceled)) { try await task.value }
    #expect(await eventually { phone.device.openSheets == 0 })
    #expect(!phone.flow.isRunning)
  }

  @Test("leaves the sheet open when one of two who wait is cancelled")
  func cancelledJoiner() async throws {
    let phone = Phone()
    phone.device.answerNext(.late(.seconds(5), .share()))
    let first = Task { try await phone.signIn() }
    await phone.clock.untilSleeping(2)
    let second = Task { try await phone.signIn() }
    for _ in 0..<100 { await Task.yield() }
    first.cancel()
    await #expect(throws: AppleSignInError(.taskCanceled)) { try await first.value }
    phone.clock.advance(by: .seconds(5))
    #expect(try await second.value.email == "maria@example.com")
  }

  @Test("shows no sheet for a task that was cancelled before")
  func cancelledBefore() async {
    let phone = Phone()
    phone.device.answerNext(.never)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await phone.signIn()
    }
    await #expect(throws: AppleSignInError(.taskCanceled)) { try await task.value }
    #expect(await eventually { phone.device.openSheets == 0 && !phone.flow.isRunning })
  }

  @Test("lets the app run the system's request itself")
  func preparedRequest() async throws {
    let phone = Phone()
    let failed = phone.flow.prepare(ASAuthorizationAppleIDProvider().createRequest())
    await #expect(throws: AppleSignInError(.canceled)) {
      try await phone.flow.finish(
        failed, with: .failure(NSError(domain: ASAuthorizationErrorDomain, code: 1001)))
    }
  }

  @Test("shows neither token nor code in a description")
  func description() async throws {
    let credential = try await Phone().signIn()
    for text in ["\(credential)", String(reflecting: credential)] {
      #expect(!text.contains(credential.identityToken.prefix(10)))
      #expect(!text.contains(credential.rawNonce))
      #expect(!text.contains("Maria"))
    }
    var dumped = ""
    dump(credential, to: &dumped)
    #expect(!dumped.contains(credential.rawNonce))
  }
}
