import BramleyHTTP
import BramleySQLite
import Foundation
import Testing
import _Configuration

@testable import bramley

@Suite("bramley doctor on this machine")
struct DoctorTests {
  @Test(
    "return addresses that break Apple's rules fail with the rule (FR-61)",
    arguments: [
      "http://example.com/cb", "https://localhost/cb", "https://203.0.113.7/cb", "https://example.com/cb#x",
    ])
  func returnURL(address: String) async throws {
    let findings = await examine(try served(["apple.redirectUris": "[\"\(address)\"]"])).of("return-url")
    #expect(findings.map(\.verdict) == [.ok, .failed])
    #expect(findings.last?.advice?.contains("Apple takes") == true)
  }

  @Test("an origin that Apple cannot return to fails, and is a warning before an emulator")
  func ownAddress() async throws {
    let loopback = ["publicOrigin": "\"http://localhost:8080\""]
    #expect(await examine(try served(loopback)).verdicts("return-url") == [.failed])
    #expect(await examine(try served(loopback)).verdicts("notifications") == [.warning])
    let emulator = loopback.merging(
      ["apple.baseUrl": "\"http://127.0.0.1:9100\"", "apple.allowEmulator": "true"], uniquingKeysWith: { $1 })
    let findings = await examine(try served(emulator))
    #expect(findings.verdicts("return-url") == [.warning])
    #expect(findings.verdicts("emulator") == [.warning])
  }

  @Test(
    "client ids that cannot be right are named (FR-12)",
    arguments: [
      ("DEMOTEAM01.com.example.app", Finding.Verdict.failed), ("com..app", .failed),
      ("com.ex ample", .failed), ("app", .warning),
    ])
  func clientID(id: String, verdict: Finding.Verdict) async throws {
    let findings = await examine(try served(["apple.bundleIds": "[\"\(id)\"]"]))
    #expect(findings.verdicts("bundle-id") == [verdict])
  }

  @Test("settings that are allowed and rarely wise are warned of (R3, R14, R41)")
  func safety() async throws {
    let findings = await examine(
      try served(["apple.requireNonce": "false", "admin.ownerBearer": "true", "pages.appleLogo": ""]))
    for check in ["nonce", "owner-bearer", "apple-logo", "key"] {
      #expect(findings.verdicts(check) == [.warning], "\(check)")
    }
  }

  @Test("senders, SPF and DKIM are explained, and what an unchanged SDK can do (FR-32, R1)")
  func notes() async throws {
    let text = await examine(try served()).flatMap(\.lines).joined(separator: "\n")
    for word in ["registered", "SPF", "DKIM", "JavaScript SDK", "verifyIdToken"] {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test("offline it lists what Apple alone can judge (FR-12)")
  func offline() async throws {
    let finding = try #require(await examine(try served()).of("apple").first)
    #expect(finding.verdict == .skipped)
    for word in ["team", "revoked", "client ids", "return addresses"] {
      #expect(finding.advice?.contains(word) == true, "\(word)")
    }
  }

  @Test("a foreign file, another program's database and a newer schema fail; nothing of them is changed")
  func database() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("x.db").path
    func verdict() async -> Finding.Verdict {
      await DatabaseCheck.finding(.sqlite(path: path), newestSchema: 1, mode: .serve).verdict
    }
    #expect(await verdict() == .ok)
    let foreign = Data("a letter to somebody".utf8)
    try foreign.write(to: URL(fileURLWithPath: path))
    #expect(await verdict() == .failed)
    #expect(FileManager.default.contents(atPath: path) == foreign)
    try FileManager.default.removeItem(atPath: path)
    let connection = try Connection(path: path, role: .writer)
    try connection.execute("CREATE TABLE songs(id INTEGER)")
    #expect(await verdict() == .failed)
    try connection.execute(
      "CREATE TABLE accounts(id INTEGER); CREATE TABLE migrations(number INTEGER); INSERT INTO migrations VALUES(1)"
    )
    #expect(await verdict() == .ok)
    try connection.execute("INSERT INTO migrations VALUES(2)")
    #expect(await verdict() == .failed)
    // A later version that only added says so.
    try connection.execute(
      "ALTER TABLE migrations ADD COLUMN compatible_from INTEGER; UPDATE migrations SET compatible_from=1")
    #expect(await verdict() == .ok)
    try connection.execute("INSERT INTO migrations VALUES(3,3)")
    #expect(await verdict() == .failed)
  }

  @Test(
    "a store of the other mode, or of the other Apple, fails before anything is started (R7)",
    arguments: [
      ("production apple", false, Finding.Verdict.ok), ("development emulator", false, .failed),
      ("production emulator", false, .failed), ("production emulator", true, .ok),
      ("production apple", true, .failed), ("nonsense", false, .failed),
      ("copy unfinished", true, .failed),
    ])
  func mark(kept: String, usesEmulator: Bool, verdict: Finding.Verdict) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("x.db").path
    var changes = ["database": "\"sqlite:\(path)\""]
    if usesEmulator {
      changes["apple.baseUrl"] = "\"http://127.0.0.1:9100\""
      changes["apple.allowEmulator"] = "true"
    }
    let configuration = try served(changes)
    #expect(DatabaseCheck.markFinding(configuration) == nil)
    let connection = try Connection(path: path, role: .writer)
    try connection.execute("CREATE TABLE songs(id INTEGER)")
    #expect(DatabaseCheck.markFinding(configuration) == nil)
    try connection.execute("CREATE TABLE settings(name TEXT PRIMARY KEY, value BLOB)")
    try connection.run("INSERT INTO settings VALUES('store/mark', ?)", Array(kept.utf8))
    let finding = try #require(DatabaseCheck.markFinding(configuration))
    #expect(finding.verdict == verdict)
    #expect(finding.text.contains("unfinished copy") == (kept == "copy unfinished"))
  }

  @Test("serve warns at its start of addresses that Apple will not return to (FR-61)")
  func startWarnings() throws {
    #expect(AddressChecks.warnings(try served()).isEmpty)
    let warnings = AddressChecks.warnings(
      try served(["apple.redirectUris": "[\"http://example.com/cb\"]"]))
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("not_https") == true)
    #expect(warnings.first?.contains("Apple takes https only") == true)
  }

  @Test("without any configuration it looks at dev; a named file that is missing is an error")
  func configuration() throws {
    #expect(try DoctorConfiguration(path: nil, environment: [:], readFile: { _ in nil }).mode == .dev)
    #expect(
      try DoctorConfiguration(path: nil, environment: ["BRAMLEY_PROJECT": "x"], readFile: { _ in nil }).mode
        == .serve)
    #expect(
      try DoctorConfiguration(
        path: nil, environment: ["BRAMLEY_KEYS_SEALINGFILE": "x"], readFile: { _ in nil }
      ).mode == .serve)
    #expect(
      try DoctorConfiguration(path: nil, environment: ["BRAMLEY_BINARY": "x"], readFile: { _ in nil }).mode
        == .dev)
    #expect(throws: ConfigurationError.self) {
      try DoctorConfiguration(path: "gone.json5", environment: [:], readFile: { _ in nil })
    }
  }

  @Test("a healthy report says so, one failure makes it unhealthy, and both can be read by a machine")
  func report() throws {
    let good = DoctorReport(findings: [.ok("a", "fine"), .warning("b", "odd", "think")])
    #expect(good.isHealthy && good.lines.last == "0 failed, 1 to think about")
    let bad = DoctorReport(findings: [.failed("c", "broken", "mend")])
    #expect(!bad.isHealthy)
    #expect(
      try JSONText.line(bad)
        == #"{"findings":[{"advice":"mend","check":"c","text":"broken","verdict":"failed"}]}"#)
  }
}
