// What the examples of the articles take for granted of an app.
import AppleSignIn
import BramleyAuth
import Foundation

let origin = URL(fileURLWithPath: "/")
let flow = SignInWithApple()
let upgradeConsent = ConsentStatement(kind: "link:apple.com", version: "1", text: "Yes", locale: "en")

@MainActor final class SnippetApp {
  func send(_ credential: AppleCredential) async throws {}
  func signIn(_ credential: AppleCredential) async throws {}
  func signIn(_ name: String, _ password: String) async throws {}
  func show(_ sentence: String) {}
  func showLogIn(_ reason: AuthEvent.EndReason? = nil) {}
  func offerDeletionAgain() {}
  func askForAnotherAddress() {}
}

@MainActor func tellTheService(_ credential: AppleCredential) async throws {}
