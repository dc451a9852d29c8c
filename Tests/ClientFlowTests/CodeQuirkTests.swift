import AppleSignIn
import BramleyAuth
import Foundation
import SimulatedDevice
import Testing

/// The rows of the sheet's third section that want a service.
@Suite("Quirks of Apple's codes, through the service", .serialized, .timeLimit(.minutes(4)))
@MainActor struct CodeQuirkTests {
  @Test("refuses a code that is older than Apple allows, or used up; session and account stay: quirk 16")
  func codes() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      let uid = try await app.signIn().user.uid
      let spent = try await code(app)
      try await app.auth.revokeToken(withAuthorizationCode: spent)
      let twice = await app.failure { try await app.auth.revokeToken(withAuthorizationCode: spent) }
      #expect(twice?.code == .invalidCredential)
      // The service logged the refusal under the identifier that the error carries: issue 7 point 11.
      #expect(twice?.traceID?.isEmpty == false)
      // Apple's clock runs ahead of ours by more than a code lives, and less than the service's own secret.
      try await dev.changeApple(["code_lifetime": 60])
      let old = try await code(app)
      try await dev.changeApple(["clock_skew": 100])
      let late = await app.failure { try await app.auth.revokeToken(withAuthorizationCode: old) }
      #expect(late?.code == .invalidCredential)
      try await dev.changeApple(["clock_skew": 0])
      #expect(try await app.auth.restore()?.uid == uid)
      try await app.user().reload()
    }
  }

  @Test("exchanges a device's code under the App ID, although a Services ID is configured: quirk 19")
  func clientOfCode() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      try await app.signIn()
      // The exchange is a job of the service; a revocation waits for the one it makes itself.
      try await app.auth.revokeToken(withAuthorizationCode: try await code(app))
      let exchanges = try await dev.appleRequests("/auth/token")
      #expect(!exchanges.isEmpty)
      #expect(exchanges.allSatisfy { $0 == ("com.example.app", 200) })
    }
  }

  private func code(_ app: FlowApp) async throws -> String {
    try #require(try await app.device.run { try await app.apple.signIn() }.authorizationCode)
  }
}
