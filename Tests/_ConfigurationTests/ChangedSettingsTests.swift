import BramleyCrypto
import Testing

@testable import _Configuration

/// What a running service may take over when its configuration is read anew.
@Suite("Changed settings")
struct ChangedSettingsTests {
  static let key = pem()
  static let other = pem()

  static func pem() -> String { (try? P256PrivateKey.generate().pem().revealText()) ?? "" }

  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\n", with: "\\n") + "\""
  }

  static let withKey = ["apple.keyId": "\"ABC1234567\"", "apple.privateKey": quoted(key)]

  @Test(
    "what was decided at the start waits for a restart and is named",
    arguments: [
      ("project", "\"another\""), ("publicOrigin", "\"https://other.example.com\""),
      ("database", "\"sqlite:/tmp/x.db\""), ("apple.teamId", "\"ZZZZZ12345\""),
      ("apple.bundleIds", "[\"com.example.other\"]"), ("tokens.lifetime", "\"5m\""),
      ("keys.sealing", "\"k2:" + String(repeating: "b6", count: 32) + "\""),
      ("apple.requireNonce", "false"), ("apiKeys", "[\"one\"]"),
    ])
  func restart(key: String, value: String) throws {
    let (old, new) = (try serve(), try serve([key: value]))
    #expect(new.changedSettings(from: old) == [key])
    #expect(new.settingsForRestart(from: old) == [key])
    #expect(old.settingsForRestart(from: new) == [key])
  }

  @Test("a first key, and the loss of the only one, wait for a restart: the start decided what is exchanged")
  func firstKey() throws {
    let (without, with) = (try serve(), try serve(Self.withKey))
    #expect(with.settingsForRestart(from: without) == ["apple.keyId", "apple.privateKey"])
    #expect(without.settingsForRestart(from: with) == ["apple.keyId", "apple.privateKey"])
  }

  @Test("another key, a next key, another lifetime and the theme are taken over (FR-10)")
  func keys() throws {
    let old = try serve(Self.withKey)
    let new = try serve([
      "apple.keyId": "\"DEF1234567\"", "apple.privateKey": Self.quoted(Self.other),
      "apple.nextKeyId": "\"GHI1234567\"", "apple.nextPrivateKey": Self.quoted(Self.key),
      "apple.secretLifetime": "\"10m\"", "pages.name": "\"Orchard\"",
    ])
    #expect(
      new.changedSettings(from: old) == [
        "apple.keyId", "apple.nextKeyId", "apple.nextPrivateKey", "apple.privateKey", "apple.secretLifetime",
        "pages.name",
      ])
    #expect(new.settingsForRestart(from: old).isEmpty)
    #expect(new.apple.nextKey?.id == "GHI1234567")
  }

  @Test("a key that is replaced in its file counts as changed though no setting was touched")
  func file() throws {
    let changes = ["apple.keyId": "\"ABC1234567\"", "apple.privateKeyFile": "\"/k.p8\""]
    let old = try serve(changes, files: ["/k.p8": Self.key])
    #expect(try serve(changes, files: ["/k.p8": Self.key]).changedSettings(from: old).isEmpty)
    let new = try serve(changes, files: ["/k.p8": Self.other])
    #expect(new.changedSettings(from: old) == ["apple.privateKeyFile"])
    #expect(new.settingsForRestart(from: old).isEmpty)
  }

  @Test("what waits for a restart is named again each time, what was taken over is not")
  func again() throws {
    let old = try serve()
    let new = try serve(["project": "\"another\"", "pages.name": "\"Orchard\""])
    let next = old.acknowledging(new, except: new.settingsForRestart(from: old))
    #expect(new.changedSettings(from: next) == ["project"])
    #expect(new.settingsForRestart(from: next) == ["project"])
    #expect(try serve(["pages.name": "\"Orchard\""]).changedSettings(from: next).isEmpty)
  }

  @Test(
    "a next key that cannot work stops the start and is named",
    arguments: [
      (["apple.nextKeyId": "\"DEF1234567\""], "apple.nextPrivateKey"),
      (["apple.nextPrivateKey": quoted(other)], "apple.nextKeyId"),
      (["apple.nextKeyId": "\"short\"", "apple.nextPrivateKey": quoted(other)], "apple.nextKeyId"),
      (["apple.nextKeyId": "\"ABC1234567\"", "apple.nextPrivateKey": quoted(other)], "apple.nextKeyId"),
      (
        ["apple.nextKeyId": "\"DEF1234567\"", "apple.nextPrivateKey": "\"nonsense\""], "apple.nextPrivateKey"
      ),
      (["apple.nextKeyId": "\"DEF1234567\"", "apple.nextPrivateKey": "\"/a.p8\""], "apple.nextPrivateKey"),
    ])
  func nextKey(changes: [String: String], setting: String) {
    #expect(refusal { try serve(Self.withKey.merging(changes) { $1 }) }?.setting == setting)
  }

  @Test("a next key without one in use is refused: there is nothing to roll")
  func nextKeyAlone() {
    let changes = ["apple.nextKeyId": "\"DEF1234567\"", "apple.nextPrivateKey": Self.quoted(Self.other)]
    #expect(refusal { try serve(changes) }?.setting == "apple.nextKeyId")
  }

  @Test("the previous team is another team", arguments: ["\"Example\"", "\"ABCDE12345\""])
  func previousTeam(value: String) throws {
    #expect(refusal { try serve(["apple.previousTeamId": value]) }?.setting == "apple.previousTeamId")
    #expect(try serve(["apple.previousTeamId": "\"ZYXWV54321\""]).apple.previousTeamID == "ZYXWV54321")
  }
}
