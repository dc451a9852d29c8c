import AppleSignIn
import Foundation
import SimulatedDevice
import _ClientTesting

/// A device, and an app on it with a flow of its own.
@MainActor struct Phone {
  let device: SimulatedDevice
  let center = NotificationCenter()
  let storage = MemoryStorage()
  let clock = ManualClock()
  let flow: SignInWithApple

  init(_ adjust: (inout SignInConfiguration) -> Void = { _ in }) {
    device = SimulatedDevice(notificationCenter: center, clock: clock)
    var configuration = SignInConfiguration(audiences: ["com.example.app"], storage: storage)
    configuration.clock = clock
    adjust(&configuration)
    flow = SignInWithApple(configuration)
  }

  func signIn() async throws -> AppleCredential {
    try await device.run { try await flow.signIn() }
  }

  func refusal(_ answer: PersonAnswer) async -> AppleSignInError? {
    device.answerNext(answer)
    do {
      _ = try await signIn()
      return nil
    } catch { return error as? AppleSignInError }
  }
}
