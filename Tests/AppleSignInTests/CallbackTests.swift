import AppleSignIn
import Foundation
import SimulatedDevice
import Testing

@Suite("Callback and delegate forms") @MainActor struct CallbackTests {
  @Test("calls a completion back once with the failure, then with the credential: issue 7 point 7")
  func completion() async {
    let phone = Phone()
    phone.device.answerNext(.twice(.cancel, .share()), .share())
    for expected in [AppleSignInError.Code.canceled, nil] {
      let result = await withCheckedContinuation { continuation in
        AuthorizationBridge.run(on: phone.device) {
          phone.flow.signIn { continuation.resume(returning: $0) }
        }
      }
      switch result {
      case .failure(let error): #expect(error.code == expected)
      case .success(let credential):
        #expect(expected == nil)
        #expect(credential.identityTokenBytes == Data(credential.identityToken.utf8))
        #expect(credential.authorizationCodeBytes != nil)
      }
    }
  }

  @Test("tells a delegate")
  func delegate() async {
    let phone = Phone()
    phone.device.answerNext(.fail(code: 1004), .share())
    let listener = Listener()
    for _ in 0..<2 {
      await withCheckedContinuation { continuation in
        listener.next = continuation
        AuthorizationBridge.run(on: phone.device) { _ = phone.flow.signIn(delegate: listener) }
      }
    }
    #expect(listener.events == ["failed", "maria@example.com"])
  }

  @Test("offers existing accounts by completion")
  func existing() async throws {
    let phone = Phone()
    phone.device.savedPasswords = [SavedPassword(user: "maria", password: "pw")]
    phone.device.answerNext(.usePassword(user: "maria"))
    let result = await withCheckedContinuation { continuation in
      AuthorizationBridge.run(on: phone.device) {
        phone.flow.existingAccount { continuation.resume(returning: $0) }
      }
    }
    #expect(try result.get() == .password(PasswordCredential(user: "maria", password: "pw")))
  }

  @MainActor final class Listener: SignInWithAppleDelegate {
    var events: [String] = []
    var next: CheckedContinuation<Void, Never>?

    func signInWithApple(_ flow: SignInWithApple, didSignIn credential: AppleCredential) {
      events.append(credential.email ?? "")
      next?.resume()
    }

    func signInWithApple(_ flow: SignInWithApple, didFail error: AppleSignInError) {
      events.append(error.code.rawValue)
      next?.resume()
    }
  }
}
