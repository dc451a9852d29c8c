import BramleyHTTP
import Testing
import _Configuration

@Suite("Configuration of dev")
struct DevConfigurationTests {
  private func dev(_ json5: String? = nil) throws -> Configuration {
    try Configuration.load(
      mode: .dev, json5: json5.map { Array($0.utf8) }, environment: [:], readFile: { _ in nil })
  }

  @Test("a file that is not JSON5 is refused with a hint where to look")
  func notJSON5() {
    let error = refusal { try dev("{ project: ") }
    #expect(error?.setting == "configuration file")
  }

  @Test(
    "and the place is told",
    arguments: [
      ("{ project: ", "line 1, column 12: a value is expected"),
      ("{\n  project: 'a'\n  apiKeys: []\n}", "line 3, column 3: a comma or } is expected"),
      ("{ project: my-app }", "line 1, column 12: a text needs quotes"),
      ("{ project: 'my-app\n}", "line 1, column 12: the text that begins here does not end"),
      ("{ apiKeys: ['a' 'b'] }", "line 1, column 17: a comma or ] is expected"),
      ("{ apiKeys: ['a'}", "line 1, column 16: a comma or ] is expected"),
      ("{ project 'a' }", "line 1, column 11: a colon is expected"),
      ("{ /* a\n", "line 1, column 3: the comment that begins here does not end"),
      ("{ project: 'a' } }", "line 1, column 18: nothing belongs behind the last bracket"),
      ("{ : 1 }", "line 1, column 3: a name or } is expected"),
    ])
  func place(text: String, place: String) {
    #expect(refusal { try dev(text) }?.remedy == "Look at \(place).")
  }

  @Test(
    "a value of a kind that no setting has is refused by the setting's name",
    arguments: [
      "{ tokens: { lifetime: 1.5 } }", "{ tokens: { lifetime: [1] } }", "{ 'tokens.lifetime': [{}] }",
    ])
  func unfit(text: String) {
    let error = refusal { try dev(text) }
    #expect(error?.setting == "tokens.lifetime")
    #expect(error?.problem == "It is of a kind that no setting has.")
  }

  @Test("a setting that is given nested and with dots is refused: which one counted would be chance")
  func twice() {
    let error = refusal {
      try dev("{ 'apple.teamId': 'ABCDE12345', apple: { teamId: 'FGHIJ67890' } }")
    }
    #expect(error?.setting == "apple.teamId")
    #expect(error?.problem == "It is given twice, nested and with dots.")
  }

  @Test("needs no file at all")
  func defaults() throws {
    let configuration = try dev()
    #expect(configuration.project == "demo-bramley")
    #expect(configuration.publicListen == .tcp("127.0.0.1", port: 9099))
    #expect(configuration.adminListen == nil)
    #expect(configuration.apple.teamID == "DEMOTEAM01")
    #expect(configuration.apple.bundleIDs == ["com.example.app"])
    #expect(configuration.apple.servicesID == "com.example.web")
    #expect(configuration.accounts.allowsAnonymous)
    #expect(!configuration.accounts.hasEnumerationProtection)
  }

  @Test("reads JSON5: comments, bare keys, trailing commas, nested and dotted names alike")
  func json5() throws {
    let configuration = try dev(
      """
      { // a comment
        project: 'my-app', apple: { teamId: 'ABCDE12345', }, "tokens.lifetime": "10m",
        accounts: { anonymous: false }, apiKeys: ['one'], }
      """)
    #expect(configuration.project == "my-app")
    #expect(configuration.apple.teamID == "ABCDE12345")
    #expect(configuration.tokens.lifetime == .seconds(600))
    #expect(!configuration.accounts.allowsAnonymous)
    #expect(configuration.apiKeys == ["one"])
  }
}

@Suite("Origins, addresses and durations")
struct ConfigurationValueTests {
  @Test(
    "text that is no origin is refused",
    arguments: [
      "", "example.com", "ftp://example.com", "https://", "https://a b", "https://example.com/",
      "https://example.com:0", "https://example.com:70000", "https://user@example.com", "https://[::1",
    ])
  func badOrigin(text: String) { #expect(Origin(text) == nil) }

  @Test("an origin is lower case and without the scheme's own port")
  func origin() {
    #expect(Origin("HTTPS://Auth.Example.com:443")?.description == "https://auth.example.com")
    #expect(Origin("http://[::1]:9099")?.isLoopback == true)
    #expect(Origin("http://127.0.0.1.example.com")?.isLoopback == false)
  }

  @Test("durations", arguments: [("30s", 30), ("5m", 300), ("1h", 3600), ("90d", 7_776_000), ("7", 7)])
  func duration(text: String, seconds: Int) { #expect(DurationText.parse(text) == .seconds(seconds)) }

  @Test(
    "text that is no duration is refused", arguments: ["", "m", "-5m", "5 m", "5w", "1e3s", "99999999999s"])
  func badDuration(text: String) { #expect(DurationText.parse(text) == nil) }
}
