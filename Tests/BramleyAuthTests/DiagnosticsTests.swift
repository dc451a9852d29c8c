import AppleSignIn
import BramleyAuth
import Foundation
import SimulatedDevice
import Testing
import _ClientTesting

@Suite("Log and diagnostics") @MainActor struct DiagnosticsTests {
  @Test("logs each request with the service's trace id and no secret: issue 7 point 11")
  func log() async throws {
    let app = App()
    try await app.signIn()
    try await app.deleteAccount()
    let text = app.log.all.map(\.description).joined(separator: "\n")
    #expect(text.contains("signInWithIdp status=200 trace=trace-1 request="))
    #expect(text.contains("deletionStep revoked"))
    var secrets = ["maria@example.com", "Maria", "code-1", "code-2", "refresh-"]
    for request in await app.service.received {
      secrets += ["idToken", "refresh_token", "token", "postBody"].compactMap { request.text($0) }
    }
    for secret in secrets { #expect(!text.contains(secret)) }
  }

  @Test("shows nothing of credentials and errors in descriptions")
  func descriptions() async throws {
    let app = App()
    let credential = try await app.credential()
    #expect("\(credential)" == "AuthCredential(apple.com)")
    var dumped = ""
    dump(credential, to: &dumped)
    #expect(!dumped.contains(credential.idToken ?? "?"))
    var error = AuthError(.emailAlreadyInUse, "detail")
    error.email = "maria@example.com"
    #expect(!"\(error)".contains("maria"))
  }

  @Test(
    "refuses to send tokens in the clear",
    arguments: ["http://service.example", "ftp://x", "http://127.0.0.1.example"])
  func insecure(_ origin: String) async throws {
    let app = App()
    var configuration = AuthConfiguration(origin: try #require(URL(string: origin)), storage: MemoryStorage())
    configuration.transport = app.service
    let auth = Auth(configuration)
    #expect(await app.failure { try await auth.signInAnonymously() }?.code == .insecureOrigin)
    #expect(await app.service.received.isEmpty)
    #expect(await auth.diagnose().first { $0.check == "origin" }?.verdict == .wrong)
  }

  // Apps that are released have no emulator.
  #if DEBUG
    @Test("takes plain http on this computer and to an emulator")
    func emulator() async throws {
      let app = App()
      app.auth.useEmulator(withHost: "192.168.1.5", port: 9099)
      _ = try await app.auth.signInAnonymously()
      app.auth.useEmulator(host: "::1", port: 9099)
      try await app.user().reload()
      #expect(await app.auth.diagnose().map(\.verdict) == [.remark, .good, .good, .good, .good])
    }
  #endif

  @Test("names what is misconfigured")
  func diagnose() async throws {
    let app = App()
    await app.service.fail("openid-configuration", .status(404, "Not Found"))
    await app.storage.fail(with: StorageError(.notEntitled, "Sign the app."))
    let findings = await app.auth.diagnose()
    #expect(findings.first { $0.check == "service" }?.verdict == .wrong)
    let storage = findings.first { $0.check == "storage" }
    #expect(storage?.verdict == .wrong)
    #expect(storage?.advice.contains("storage.notEntitled") == true)
  }
}
