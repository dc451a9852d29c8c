import Testing
import _Configuration

@Suite("Rate limits and retention in the configuration")
struct LimitConfigurationTests {
  private func dev(_ json5: String) throws -> Configuration {
    try Configuration.load(
      mode: .dev, json5: Array(json5.utf8), environment: [:], readFile: { _ in nil })
  }

  @Test(
    "a limit that is none is refused and named (R43)",
    arguments: [
      "10", "0/5m", "-1/5m", "10/0s", "10/2d", "10/soon", "1000001/5m", "10/5m/2", "/5m", "10/", "on", "",
    ])
  func refused(_ text: String) {
    let error = refusal { try serve(["rateLimits.password": "\"\(text)\""]) }
    #expect(error?.setting == "rateLimits.password")
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("a kind that does not exist is refused with the nearest one")
  func unknown() {
    let error = refusal { try serve(["rateLimits.passwords": "\"10/5m\""]) }
    #expect(error?.setting == "rateLimits.passwords")
    #expect(error?.remedy.contains("rateLimits.password") == true)
  }

  @Test("a retention of nothing is refused (R44)", arguments: ["0s", "never", "-1d"])
  func refusedRetention(_ text: String) {
    let error = refusal { try serve(["retention.audit": "\"\(text)\""]) }
    #expect(error?.setting == "retention.audit")
  }

  @Test("serve limits unless told otherwise; dev does not unless asked (R43)")
  func defaults() throws {
    #expect(try serve().rateLimits.isEnabled)
    #expect(try serve().rateLimits.kinds.isEmpty)
    #expect(try !serve(["rateLimits.enabled": "false"]).rateLimits.isEnabled)
    #expect(try !dev("{}").rateLimits.isEnabled)
    #expect(try dev("{ rateLimits: { enabled: true } }").rateLimits.isEnabled)
    let asked = try dev("{ rateLimits: { password: '3/1m' } }").rateLimits
    #expect(asked.isEnabled && asked.kinds == ["password": .limit(count: 3, window: .seconds(60))])
  }

  @Test("reads limits, and ages from file and environment")
  func values() throws {
    let configuration = try serve(
      ["rateLimits.mailAddress": "\"3/1h\"", "rateLimits.page": "\"off\"", "retention.audit": "\"30d\""],
      environment: ["BRAMLEY_RETENTION_ADDRESSES": "7d", "BRAMLEY_RATELIMITS_SIGNUP": "5/1d"])
    #expect(
      configuration.rateLimits.kinds == [
        "mailAddress": .limit(count: 3, window: .seconds(3600)), "page": .off,
        "signUp": .limit(count: 5, window: .seconds(86_400)),
      ])
    #expect(configuration.retention.audit == .seconds(30 * 86_400))
    #expect(configuration.retention.addresses == .seconds(7 * 86_400))
    #expect(configuration.retention.sessions == .seconds(30 * 86_400))
  }

  @Test(
    "a proxy that is no address is refused: all behind it would be one client (A38)",
    arguments: ["10.0.0.0/8", "proxy.internal", "10.0.0.1:80", "", "::1%eth0"])
  func badProxy(_ text: String) {
    let error = refusal { try serve(["proxies": "[\"192.0.2.1\", \"\(text)\"]"]) }
    #expect(error?.setting == "proxies")
  }

  @Test("proxies are addresses, or whoever comes by a Unix socket")
  func proxies() throws {
    let proxies = ["192.0.2.1", "2001:db8::1", "unix"]
    #expect(
      try serve(["proxies": "[\"192.0.2.1\", \"2001:db8::1\", \"unix\"]"]).proxies == proxies)
  }
}
