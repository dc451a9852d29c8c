import AppleIDEmulator
import BramleyHTTP
import Testing

@Suite("Names by which the control API answers")
struct ControlNamesTests {
  private func status(_ apple: Harness, _ path: String, host: String) async -> Int {
    await apple.get(path, headers: ["host": host]).status
  }

  @Test(
    "are none of the public ones: a page whose name was rebound to us gets nothing (R4)",
    arguments: [
      "evil.example", "evil.example:9100", "apple.com", "appleid.apple.com.evil.example", "127.0.0.1.nip.io",
      "localhost.evil.example", "a b", "[::1", "",
    ])
  func rebound(_ host: String) async throws {
    let apple = try await Harness()
    for path in ["/", "/emulator/v1/users", "/emulator/v1/requests", "/emulator/v1/keys/DEMOKEY001.p8"] {
      let answer = await apple.get(path, headers: ["host": host])
      #expect(answer.status == 400)
      #expect(answer.errorCode == "foreign_host")
    }
    let changed = await apple.send(
      .delete, "/emulator/v1/state", headers: ["host": host, "content-type": "application/json"])
    #expect(changed.status == 400)
    // Apple's own paths answer by whatever name leads here.
    #expect(await status(apple, "/auth/keys", host: host) == 200)
    #expect(await status(apple, "/emulator/assets/sign-in.css", host: host) == 200)
  }

  @Test(
    "are addresses, loopback, private names and Apple's own",
    arguments: [
      "127.0.0.1:9100", "localhost:9100", "[::1]:9100", "192.0.2.7:9100", "apple", "apple:443",
      "appleid.apple.com", "host.docker.internal:9100", "apple.test", "mac.local:9100", "app.localhost",
    ])
  func own(_ host: String) async throws {
    let apple = try await Harness()
    #expect(await status(apple, "/emulator/v1/users", host: host) == 200)
    #expect(await status(apple, "/", host: host) == 200)
  }

  @Test("are those of --allow-host and of --issuer, too")
  func allowed() async throws {
    let apple = try await Harness {
      $0.controlHosts = ["Apple.Dev.Example"]
      $0.issuer = "https://apple.stage.example:8443"
    }
    #expect(await status(apple, "/emulator/v1/users", host: "apple.dev.example:9100") == 200)
    #expect(await status(apple, "/emulator/v1/users", host: "apple.stage.example") == 200)
    #expect(await status(apple, "/emulator/v1/users", host: "dev.example") == 400)
  }
}
