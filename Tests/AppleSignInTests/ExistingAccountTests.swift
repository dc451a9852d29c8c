import AppleSignIn
import SimulatedDevice
import Testing
import _ClientTesting

@Suite("Existing accounts") @MainActor struct ExistingAccountTests {
  private func existing(_ phone: Phone, quietly: Bool = false) async throws -> ExistingAccount? {
    try await phone.device.run { try await phone.flow.existingAccount(quietly: quietly) }
  }

  @Test("asks for Apple and a saved password in one sheet: issue 7 point 3")
  func oneSheet() async throws {
    let phone = Phone()
    phone.device.savedPasswords = [SavedPassword(user: "maria", password: "correct horse")]
    phone.device.answerNext(.usePassword())
    let account = try await existing(phone)
    #expect(account == .password(PasswordCredential(user: "maria", password: "correct horse")))
    #expect(phone.device.attempts.first?.asksForAppleID == true)
    #expect(phone.device.attempts.first?.asksForPassword == true)
  }

  @Test("gives a checked Apple credential where the person chooses that")
  func apple() async throws {
    guard case .apple(let credential)? = try await existing(Phone()) else {
      Issue.record("no Apple credential")
      return
    }
    #expect(credential.email == "maria@example.com")
  }

  @Test("shows nothing and answers nil quietly when nothing is saved")
  func quietWithoutAnything() async throws {
    let phone = Phone()
    #expect(try await existing(phone, quietly: true) == nil)
    #expect(phone.device.attempts.first?.isQuiet == true)
    phone.device.account = nil
    #expect(try await existing(phone, quietly: true) == nil)
  }

  @Test("offers quietly what is there")
  func quietWithGrant() async throws {
    let phone = Phone()
    _ = try await phone.signIn()
    guard case .apple? = try await existing(phone, quietly: true) else {
      Issue.record("nothing offered")
      return
    }
  }

  @Test("reports a failure in the quiet form too")
  func quietFailure() async {
    let phone = Phone()
    phone.device.hasCapability = false
    await #expect(throws: AppleSignInError(.unknown)) { try await existing(phone, quietly: true) }
  }

  @Test("does not join a sheet of another kind")
  func otherKind() async throws {
    let phone = Phone()
    phone.device.answerNext(.late(.seconds(1), .share()))
    async let first = phone.signIn()
    await phone.clock.untilSleeping(2)
    await #expect(throws: AppleSignInError(.alreadyRunning)) { try await existing(phone) }
    phone.clock.advance(by: .seconds(1))
    _ = try await first
  }

  @Test("shows neither name nor password in a description")
  func description() {
    let credential = PasswordCredential(user: "maria", password: "correct horse")
    #expect("\(ExistingAccount.password(credential))".contains("horse") == false)
  }
}
