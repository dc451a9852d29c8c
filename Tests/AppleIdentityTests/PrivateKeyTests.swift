import AppleIdentity
import BramleyCrypto
import FoundationEssentials
import Testing

@Suite("Apple's private key in settings")
struct PrivateKeyTests {
  /// A folder that is gone when the test is.
  final class Folder {
    let path: String

    init() throws {
      path =
        FileManager.default.temporaryDirectory.path + "/bramley-" + Hex.encode(SystemRandomSource().bytes(8))
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String) throws -> String {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
      return path + "/" + name
    }
  }

  static let key = try! P256PrivateKey.generate()
  static let pem = try! key.pem().revealText()!
  static let thumbprint = ApplePrivateKey(key).thumbprint

  static let encrypted = """
    MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAj14CIpaAuarwICCAAwDAYIKoZIhvcNAgkFADAdBglghk\
    gBZQMEASoEEIdzIfkezHZx/IQdYOApATgEgZC1p7SthmU3wbRY0Cwm/17yxUJeyLvCExRrJi+i8tj/7rBbJUR3edvW\
    jJZRcnMJkiy+yVw425k2IiyqK+H+h+jwPPVshugR06WnaxQKOdgOTaKwwbFz72keDq/jB5eW02o4a8jaIEjd5mumAI\
    s1GAHVxO5c/eFNToxgKwVbdDhqmZeEr+S5+xLody9f9wqfSQc=
    """
  static let secp256k1 = """
    MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgCBGvsej6MyUPS4Fle4XvF+BLt6WQnrht56r2ENb6+BehRA\
    NCAATa7sUXMnNl5SyiJy4xrfzhW1euB1tUySzs6Bolj+1N9ENsXSRRc/gaaMCTM+dZq1y5PSEWjgbkOaRD8nRRzMrR
    """

  static func armoured(_ body: String, _ label: String) -> String {
    "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
  }

  static func code(_ body: () throws(AppleSetupError) -> Void) -> AppleSetupError.Code? {
    do throws(AppleSetupError) {
      try body()
      return nil
    } catch {
      return error.code
    }
  }

  @Test("the setting takes the text, or the path of the file: FR-13, FR-14")
  func setting() throws {
    let folder = try Folder()
    let path = try folder.write("AuthKey_KEY1234567.p8", Self.pem)
    for text in [Self.pem, Self.pem.replacing("\n", with: #"\n"#), path, " \(path)\n"] {
      #expect(try ApplePrivateKey(setting: Secret(utf8: text)).thumbprint == Self.thumbprint)
    }
    #expect(try ApplePrivateKey(file: path).thumbprint == Self.thumbprint)
  }

  @Test(
    "a path that does not exist is found out at once: FR-14",
    arguments: [
      "/nowhere/AuthKey_KEY1234567.p8", "AuthKey_KEY1234567.p8", "./key.pem", "../key", "~/key",
      "/etc/no-such-file",
    ])
  func missing(path: String) {
    #expect(
      Self.code { () throws(AppleSetupError) in _ = try ApplePrivateKey(setting: Secret(utf8: path)) }
        == .fileNotFound)
    #expect(Self.code { () throws(AppleSetupError) in _ = try ApplePrivateKey(file: path) } == .fileNotFound)
  }

  @Test("a path that leads to a huge file is refused without reading it: FR-14")
  func hugeFile() throws {
    let folder = try Folder()
    let path = try folder.write("key.p8", String(repeating: "A", count: 1 << 20) + "A")
    #expect(
      Self.code { () throws(AppleSetupError) in _ = try ApplePrivateKey(file: path) } == .fileUnreadable)
  }

  @Test("a folder is no file")
  func folder() throws {
    let folder = try Folder()
    #expect(
      Self.code { () throws(AppleSetupError) in _ = try ApplePrivateKey(file: folder.path) }
        == .fileUnreadable)
  }

  @Test("what is no P-256 key is named, with its file: FR-13")
  func wrongKeys() throws {
    let folder = try Folder()
    let rsa = try RSAPrivateKey.generate().pem().revealText() ?? ""
    let cases: [(String, AppleSetupError.Code)] = [
      (Self.armoured(Self.encrypted, "ENCRYPTED PRIVATE KEY"), .encryptedKey),
      (Self.armoured(Self.secp256k1, "PRIVATE KEY"), .wrongCurve),
      ("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----", .certificate),
      (rsa, .rsaKey), ("", .keyEmpty), ("hello", .notAKey), (String(Self.pem.prefix(100)), .truncatedKey),
      (try Self.key.publicKey.pem(), .publicKey),
    ]
    for (text, code) in cases {
      #expect(
        Self.code { () throws(AppleSetupError) in _ = try ApplePrivateKey(setting: Secret(utf8: text)) }
          == code)
      let path = try folder.write("key.p8", text)
      let error = #expect(throws: AppleSetupError.self) { try ApplePrivateKey(file: path) }
      #expect(error?.code == code)
      #expect(error?.message.contains(path) == true)
    }
  }

  @Test("a key whose numbers do not belong together is refused before it signs what nobody can verify: FR-13")
  func numbers() throws {
    let body = Self.pem.split(separator: "\n").dropFirst().dropLast().joined()
    let der = [UInt8](try #require(Data(base64Encoded: body)))
    let scalar = try Self.key.scalar().reveal()
    let order =
      "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    let other = try P256PrivateKey.generate().scalar().reveal()
    for wrong in [[UInt8](repeating: 0, count: 32), try #require(Hex.decode(order)), other] {
      let text = Data(der.replacing(scalar, with: wrong)).base64EncodedString()
      #expect(
        Self.code { () throws(AppleSetupError) in
          _ = try ApplePrivateKey(setting: Secret(utf8: Self.armoured(text, "PRIVATE KEY")))
        } == .invalidKey)
    }
  }

  static let config =
    #"{"client_id":"com.example.web","team_id":"TEAM123456","key_id":"KEY1234567","redirect_uri":"https://example.com/cb","other":1}"#

  @Test("a config.json finds the key beside it, by its name or because it is the only one")
  func configFile() throws {
    for name in ["AuthKey_KEY1234567.p8", "apple.p8"] {
      let folder = try Folder()
      _ = try folder.write(name, Self.pem)
      let file = try AppleConfigFile(path: folder.write("config.json", Self.config))
      #expect(file.clientID == "com.example.web" && file.teamID == "TEAM123456" && file.keyID == "KEY1234567")
      #expect(file.redirectURI == "https://example.com/cb")
      #expect(file.privateKey.thumbprint == Self.thumbprint)
    }
  }

  @Test("a config.json without a key beside it, or with two, says so")
  func configWithoutKey() throws {
    let folder = try Folder()
    let path = try folder.write("config.json", Self.config)
    #expect(Self.code { () throws(AppleSetupError) in _ = try AppleConfigFile(path: path) } == .fileNotFound)
    _ = try folder.write("a.p8", Self.pem)
    _ = try folder.write("b.p8", Self.pem)
    #expect(Self.code { () throws(AppleSetupError) in _ = try AppleConfigFile(path: path) } == .fileNotFound)
    #expect(
      Self.code { () throws(AppleSetupError) in _ = try AppleConfigFile(path: folder.path + "/none.json") }
        == .fileNotFound)
  }

  @Test(
    "a config.json that lacks something is refused",
    arguments: [
      "", "[]", "{}", config.replacing("team_id", with: "team"), config.replacing("TEAM123456", with: ""),
      config.replacing(#""KEY1234567""#, with: "1"), config.replacing("}", with: #","team_id":"x"}"#),
    ])
  func brokenConfig(text: String) throws {
    let folder = try Folder()
    _ = try folder.write("AuthKey_KEY1234567.p8", Self.pem)
    let path = try folder.write("config.json", text)
    #expect(
      Self.code { () throws(AppleSetupError) in _ = try AppleConfigFile(path: path) } == .invalidConfigFile)
  }

  @Test("a key id in a config.json never leads out of its folder")
  func traversal() throws {
    let folder = try Folder()
    _ = try folder.write("x.p8", Self.pem)
    let inner = folder.path + "/inner"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: inner + "/AuthKey_", withIntermediateDirectories: true)
    let path = try folder.write("inner/config.json", Self.config.replacing("KEY1234567", with: "/../../x"))
    #expect(Self.code { () throws(AppleSetupError) in _ = try AppleConfigFile(path: path) } == .fileNotFound)
  }

  @Test(
    "team and key ids of the usual form are told from others: FR-12",
    arguments: [
      ("ABCDE12345", true), ("ABCDE1234", false), ("ABCDE123456", false), ("abcde12345", false),
      ("ABCDE-2345", false), ("", false),
    ])
  func forms(text: String, isUsual: Bool) {
    #expect(TeamID(text).hasUsualForm == isUsual)
    #expect(KeyID(rawValue: text).hasUsualForm == isUsual)
    #expect("\(TeamID(text))" == text && "\(ClientID(rawValue: text))" == text)
  }

  @Test("a set-up error says its code and a sentence, and two are equal by their code")
  func errors() {
    let first = #expect(throws: AppleSetupError.self) { try ApplePrivateKey(file: "/a") }
    let second = #expect(throws: AppleSetupError.self) { try ApplePrivateKey(file: "/b") }
    #expect(first == second)
    #expect(first?.description.hasPrefix("file_not_found: File not found: /a") == true)
  }
}
