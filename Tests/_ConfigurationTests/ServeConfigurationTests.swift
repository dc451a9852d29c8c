import BramleyCrypto
import BramleyHTTP
import Testing
import _Configuration

/// The least that `serve` runs on, with changes over it.
func serve(
  _ changes: [String: String] = [:], environment: [String: String] = [:], files: [String: String] = [:]
)
  throws -> Configuration
{
  var settings = [
    "project": "\"my-app\"",
    "publicOrigin": "\"https://auth.example.com\"",
    "database": "\"sqlite:/var/lib/bramley/bramley.db\"",
    "keys.sealing": "\"k1:" + String(repeating: "a5", count: 32) + "\"",
    "apple.teamId": "\"ABCDE12345\"",
    "apple.bundleIds": "[\"com.example.app\"]",
  ]
  for (key, value) in changes { settings[key] = value.isEmpty ? nil : value }
  let text = "{" + settings.map { "\"\($0)\": \($1)" }.joined(separator: ",") + "}"
  return try Configuration.load(
    mode: .serve, json5: Array(text.utf8), environment: environment,
    readFile: { files[$0].map { Array($0.utf8) } })
}

func refusal(_ body: () throws -> Configuration) -> ConfigurationError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? ConfigurationError
  }
}

@Suite("Configuration of serve")
struct ServeConfigurationTests {
  @Test(
    "the two listeners cannot share an address: it would look as if another program had the port",
    arguments: ["\"127.0.0.1:8080\"", "\"unix:/run/bramley.sock\""])
  func sameAddress(address: String) throws {
    let error = refusal { try serve(["listen.public": address, "listen.admin": address]) }
    #expect(error?.setting == "listen.admin")
    let any = "\"127.0.0.1:0\""
    _ = try serve(["listen.public": any, "listen.admin": any])
  }

  @Test(
    "refuses to start without a setting that it needs and names it",
    arguments: ["project", "publicOrigin", "database", "keys.sealing", "apple.teamId"])
  func missing(key: String) {
    let error = refusal { try serve([key: ""]) }
    #expect(error?.setting == key)
    #expect(error?.problem == "It is not set.")
    #expect(error?.remedy.isEmpty == false)
  }

  @Test(
    "refuses a value that cannot work and names the setting",
    arguments: [
      ("publicOrigin", "\"http://auth.example.com\""), ("publicOrigin", "\"https://auth.example.com/path\""),
      ("publicOrigin", "\"auth.example.com\""), ("project", "\"My App\""), ("database", "\"sqlite:\""),
      ("database", "\"mysql://localhost/x\""), ("listen.public", "\"8080\""),
      ("listen.public", "\"0.0.0.0:8080\""), ("basePath", "\"auth\""), ("basePath", "\"/a/../b\""),
      ("keys.sealing", "\"secret\""), ("keys.sealing", "\"k1:abcd\""), ("apple.teamId", "\"Example Inc\""),
      ("apple.keyId", "\"ABC\""), ("apple.baseUrl", "\"http://127.0.0.1:9100\""),
      ("apple.baseUrl", "\"nonsense\""), ("apple.servicesId", "\"com.example.app\""),
      ("tokens.algorithm", "\"HS256\""), ("tokens.algorithm", "\"none\""), ("tokens.lifetime", "\"soon\""),
      ("sessions.idle", "\"0s\""), ("accounts.anonymous", "\"maybe\""),
      ("accounts.requireConsent", "\"sometimes\""), ("apple.onAccountDeleted", "\"nothing\""),
    ])
  func invalid(key: String, value: String) {
    let error = refusal { try serve([key: value]) }
    #expect(error?.setting == (key == "apple.keyId" ? "apple.privateKey" : key))
  }

  @Test("takes several sealing keys, the newest first, and where they came from: decision 11")
  func sealingKeys() throws {
    let (a, b) = (String(repeating: "a5", count: 32), String(repeating: "b6", count: 32))
    let settings = ["keys.sealing": "", "keys.sealingFile": "\"/k\""]
    let configuration = try serve(settings, files: ["/k": "k2:\(b)\nk1:\(a)\n"])
    #expect(configuration.sealingKeys.map(\.id) == ["k2", "k1"] && configuration.sealingKeyPath == "/k")
    for text in ["k1:\(a)\nk1:\(b)", "k1:\(a)\nnonsense", "\n", "k1:\(a) k2:00"] {
      #expect(refusal { try serve(settings, files: ["/k": text]) }?.setting.hasPrefix("keys.sealing") == true)
    }
  }

  @Test("names the nearest setting for one that does not exist")
  func unknown() {
    let error = refusal { try serve(["apple.teamID": "\"ABCDE12345\""]) }
    #expect(error?.setting == "apple.teamID")
    #expect(error?.remedy == "The nearest one is apple.teamId.")
  }

  @Test("A03: one app id given as text is refused, since a part of it would match")
  func listAsText() {
    let error = refusal { try serve(["apple.bundleIds": "\"com.example.app\""]) }
    #expect(error?.setting == "apple.bundleIds")
    #expect(error?.problem == "It is one text where a list belongs.")
  }

  @Test("FR-09: a client secret may not live longer than Apple allows")
  func secretLifetime() {
    let error = refusal { try serve(["apple.secretLifetime": "\"200d\""]) }
    #expect(error?.setting == "apple.secretLifetime")
    #expect(error?.problem.contains("15777000") == true)
  }

  @Test("FR-14: a key file that does not exist stops the start")
  func missingKeyFile() {
    let error = refusal {
      try serve(["apple.keyId": "\"ABC1234567\"", "apple.privateKeyFile": "\"/nowhere/AuthKey.p8\""])
    }
    #expect(error?.setting == "apple.privateKeyFile")
    #expect(error?.problem.contains("not found") == true)
  }

  @Test("FR-14: a path where the key's text is expected is named as such")
  func pathAsKey() {
    let error = refusal {
      try serve([
        "apple.keyId": "\"ABC1234567\"", "apple.privateKey": "\"/etc/bramley/AuthKey_ABC1234567.p8\"",
      ])
    }
    #expect(error?.setting == "apple.privateKey")
    #expect(error?.remedy.contains("apple.privateKeyFile") == true)
  }

  @Test(
    "FR-13: what is no usable key stops the start with the reason",
    arguments: ["not a key", "-----BEGIN PRIVATE KEY-----\\nMIGT"])
  func brokenKey(text: String) {
    let error = refusal { try serve(["apple.keyId": "\"ABC1234567\"", "apple.privateKey": "\"\(text)\""]) }
    #expect(error?.setting == "apple.privateKey")
    #expect(error?.description.contains(text) == false)
  }

  @Test("FR-13: a key on one line with literal backslash-n is accepted, also from the environment")
  func keyOnOneLine() throws {
    let pem = try #require(try P256PrivateKey.generate().pem().revealText())
    let oneLine = pem.split(separator: "\n").joined(separator: "\\n")
    let configuration = try serve(
      ["apple.keyId": "\"ABC1234567\""], environment: ["BRAMLEY_APPLE_PRIVATEKEY": oneLine])
    #expect(configuration.apple.key?.id == "ABC1234567")
  }

  @Test("a secret given twice is refused, since one of the two would be ignored")
  func secretTwice() {
    let error = refusal { try serve(["keys.sealingFile": "\"/k\""], files: ["/k": "k1:00"]) }
    #expect(error?.setting == "keys.sealing")
  }

  @Test("no refusal repeats a secret")
  func secretsStaySecret() {
    let error = refusal { try serve(["keys.sealing": "\"k1:0123456789abcdefSECRET\""]) }
    #expect(error?.description.contains("SECRET") == false)
  }

  @Test("A40, R7: an emulator in the place of Apple needs a switch of its own")
  func emulator() throws {
    #expect(
      refusal { try serve(["apple.baseUrl": "\"https://emulator.example.com\""]) }?.setting == "apple.baseUrl"
    )
    let allowed = try serve(["apple.baseUrl": "\"http://127.0.0.1:9100\"", "apple.allowEmulator": "true"])
    #expect(!allowed.apple.isRealApple)
  }

  @Test("R3: the owner bearer stays on loopback")
  func ownerBearer() {
    let error = refusal {
      try serve([
        "admin.ownerBearer": "true", "listen.admin": "\"10.0.0.5:8081\"",
      ])
    }
    #expect(error?.setting == "admin.ownerBearer")
  }

  @Test("the least configuration gives the contract's defaults")
  func defaults() throws {
    let configuration = try serve()
    #expect(configuration.publicListen.description == "127.0.0.1:8080")
    #expect(configuration.adminListen?.description == "127.0.0.1:8081")
    #expect(configuration.apple.isRealApple)
    #expect(configuration.apple.requiresNonce)
    #expect(!configuration.accounts.allowsAnonymous)
    #expect(configuration.accounts.hasEnumerationProtection)
    #expect(configuration.accounts.requireConsent == .own)
    #expect(configuration.sessions.idle == .seconds(90 * 86_400))
    #expect(!configuration.acceptsOwnerBearer)
    #expect(configuration.tokens.algorithm == .es256)
  }

  @Test("the environment wins over the file; lists are comma-separated")
  func environment() throws {
    let configuration = try serve(
      environment: [
        "BRAMLEY_APPLE_BUNDLEIDS": "com.example.one, com.example.two", "BRAMLEY_PROJECT": "other",
      ])
    #expect(configuration.apple.bundleIDs == ["com.example.one", "com.example.two"])
    #expect(configuration.project == "other")
  }
}
