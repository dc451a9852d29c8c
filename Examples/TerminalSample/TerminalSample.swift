import AppleSignIn
import BramleyAuth
import Foundation
import SimulatedDevice

/// Walks through the life of an account on a simulated device; see Examples/README.md.
@main struct TerminalSample {
  @MainActor static func main() async {
    let addresses = CommandLine.arguments.dropFirst().compactMap(URL.init(string:))
    guard let service = addresses.first ?? URL(string: "http://127.0.0.1:9099"),
      let apple = addresses.dropFirst().first ?? URL(string: "http://127.0.0.1:9100")
    else { return }
    do { try await Walk(service: service, apple: apple).run() } catch {
      print("stopped: \(error.localizedDescription)")
      exit(1)
    }
  }
}

/// The steps.
@MainActor struct Walk {
  let device: SimulatedDevice
  let auth: Auth
  let flow: SignInWithApple

  init(service: URL, apple: URL) {
    device = SimulatedDevice(apple: EmulatorAppleService(baseURL: apple))
    device.install()
    let storage = MemoryStorage()
    auth = Auth(AuthConfiguration(origin: service, storage: storage))
    flow = SignInWithApple(SignInConfiguration(audiences: ["com.example.app"], storage: storage))
  }

  func run() async throws {
    let first = try await auth.signInWithApple(flow)
    say("first sign-in", "\(first.user.displayName ?? "no name"), \(first.user.email ?? "no address")")

    let again = try await auth.signInWithApple(flow)
    say("return", again.user.uid == first.user.uid ? "the same account" : "ANOTHER ACCOUNT")

    try await again.user.reauthenticate(with: AuthCredential(try await flow.signIn()))
    say("reauthenticate", "proven")

    try await link()
    try await watchRevocation()
    try await delete()
  }

  private func link() async throws {
    try await auth.signOut()
    // New addresses each time: an Apple Account can be linked to one account only.
    let number = UUID().uuidString.prefix(8).lowercased()
    device.account = DeviceAccount(email: "amir-\(number)@example.com", givenName: "Amir")
    let address = "guest-\(number)@example.net"
    let guest = try await auth.createUser(withEmail: address, password: "correct-horse-9").user
    let consent = ConsentStatement(
      kind: "link:apple.com", version: "1", text: "Sign in to this account with Apple.", locale: "en")
    try await guest.link(with: AuthCredential(try await flow.signIn()), consent: consent)
    say("link", guest.providerData.map(\.providerID).sorted().joined(separator: " and "))
  }

  private func watchRevocation() async throws {
    var decisions = await auth.credentialDecisions().makeAsyncIterator()
    _ = await decisions.next()
    try await device.stopUsingApp()
    guard let decision = await decisions.next() else { return }
    let step = "the person stopped using the app"
    switch decision {
    case .askAgain: say(step, "show the sign-in again, delete nothing")
    case .keep, .migrate, .unknown: say(step, "NOT NOTICED")
    }
  }

  private func delete() async throws {
    device.account = DeviceAccount(email: "maria@example.com", givenName: "Maria", familyName: "Rossi")
    let user = try await auth.signInWithApple(flow).user
    try await user.deleteAccount(authorizing: flow)
    say("deletion", auth.currentUser == nil ? "done" : "NOT DONE")
  }

  private func say(_ step: String, _ outcome: String) { print("\(step): \(outcome)") }
}
