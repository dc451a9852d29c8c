import AppleSignIn
import AuthenticationServices
import Foundation
import SimulatedDevice
import Testing

@Suite("Upgrade of password accounts: issue 7 point 7") @MainActor struct PasswordAccountUpgradeTests {
  /// An extension that gets Apple's credential and completes, or ends as a test says.
  final class Extension: ASAccountAuthenticationModificationViewController {
    var flow: SignInWithApple?
    var instead: ASExtensionError?
    var report: (Result<AppleCredential, AppleSignInError>) -> Void = { _ in }

    override func convertAccountToSignInWithAppleWithoutUserInteraction(
      for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
      userInfo: [AnyHashable: Any]?
    ) {
      if let instead { return extensionContext.cancelRequest(withError: instead) }
      guard let flow else { return }  // never answers
      Task {
        do throws(AppleSignInError) {
          report(.success(try await flow.upgradeAuthorization(in: extensionContext)))
          extensionContext.completeUpgradeToSignInWithApple()
        } catch {
          report(.failure(error))
          extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        }
      }
    }
  }

  /// What extensions reported.
  @MainActor final class Reports {
    var all: [Result<AppleCredential, AppleSignInError>] = []
  }

  private let reports = Reports()

  private func phone() -> Phone {
    let phone = Phone()
    let (flow, reports) = (phone.flow, reports)
    phone.device.savedPasswords = [SavedPassword(user: "maria", password: "pw")]
    phone.device.upgradeExtension = {
      let new = Extension()
      new.flow = flow
      new.report = { reports.all.append($0) }
      return new
    }
    return phone
  }

  private func refusal(_ phone: Phone, of user: String = "maria") async -> AppleSignInError? {
    await phone.device.run {
      do throws(AppleSignInError) {
        try await PasswordAccountUpgrade().replacePassword(of: user, domain: "example.com")
        return nil
      } catch { return error }
    }
  }

  @Test("refuses what is not saved, then upgrades and the saved password goes")
  func upgrades() async throws {
    let phone = phone()
    #expect(await refusal(phone, of: "amir") == AppleSignInError(.foreign))
    #expect(await refusal(phone) == nil)
    #expect(phone.device.savedPasswords.isEmpty)
    let credential = try #require(try reports.all.first?.get())
    #expect(credential.name?.givenName == "Maria")
    #expect(phone.device.attempts.last?.nonce?.count == 64)
  }

  @Test(
    "refuses a credential in the extension that does not belong to the request",
    arguments: [
      (PersonAnswer.Alteration.state("x"), AppleSignInError.Code.stateMismatch),
      (.nonce(nil), .nonceMismatch), (.audience("com.example.other"), .audienceMismatch),
      (.expired, .tokenExpired), (.noIdentityToken, .missingIdentityToken),
    ])
  func foreign(_ alteration: PersonAnswer.Alteration, _ code: AppleSignInError.Code) async {
    let phone = phone()
    phone.device.answerNext(.altered(alteration, .share()))
    #expect(await refusal(phone) == AppleSignInError(.foreign))
    #expect(reports.all == [.failure(AppleSignInError(code))])
    #expect(phone.device.savedPasswords.count == 1)
  }

  @Test(
    "tells a cancelled upgrade from a failed one",
    arguments: [
      (ASExtensionError.Code.userCanceled, AppleSignInError.Code.canceled), (.failed, .foreign),
      (.credentialIdentityNotFound, .foreign),
    ])
  func cancelled(_ code: ASExtensionError.Code, _ expected: AppleSignInError.Code) async {
    let phone = phone()
    phone.device.upgradeFailure = ASExtensionError(code) as NSError
    #expect(await refusal(phone) == AppleSignInError(expected))
  }

  @Test("waits no longer than its limit, and not for a task that was cancelled")
  func limits() async throws {
    let phone = phone()
    phone.device.upgradeExtension = { Extension() }
    await phone.device.run {
      let upgrade = PasswordAccountUpgrade(timeLimit: .zero)
      await #expect(throws: AppleSignInError(.timedOut)) {
        try await upgrade.replacePassword(of: "maria", domain: "example.com")
      }
      let task = Task { try await upgrade.replacePassword(of: "maria", domain: "example.com") }
      task.cancel()
      await #expect(throws: AppleSignInError(.taskCanceled)) { try await task.value }
    }
  }

  @Test("refuses a second upgrade while one is running")
  func second() async throws {
    let phone = phone()
    phone.device.upgradeExtension = { Extension() }
    await phone.device.run {
      let upgrade = PasswordAccountUpgrade()
      let first = Task { try await upgrade.replacePassword(of: "maria", domain: "example.com") }
      await Task.yield()
      await #expect(throws: AppleSignInError(.alreadyRunning)) {
        try await upgrade.replacePassword(of: "maria", domain: "example.com")
      }
      first.cancel()
      _ = await first.result
    }
  }
}
