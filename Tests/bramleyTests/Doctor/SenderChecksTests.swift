import Testing
import _Resolving

@testable import bramley

/// What can be told of a mail sender's domain from here (FR-32).
@Suite("bramley doctor on the sender of mail")
struct SenderChecksTests {
  static func findings(_ texts: [String: [String]], selector: String? = "s1") throws -> [Finding] {
    let sender = try #require(MailSender("Shop <noreply@Example.com>", selector: selector))
    return SenderChecks(lookUp: { texts[$0] ?? [] }).findings(sender)
  }

  @Test("an address without a domain is none", arguments: ["", "shop", "shop@", "shop@localhost", "a@b c.d"])
  func address(text: String) { #expect(MailSender(text) == nil) }

  @Test(
    "SPF: missing, double, open to all and open to nobody are told apart (FR-32)",
    arguments: [
      ([], Finding.Verdict.warning, "no SPF record"),
      (["v=spf10 -all", "google-site=1"], .warning, "no SPF record"),
      (["v=spf1 -all", "V=SPF1 ~all"], .failed, "2 SPF records"),
      (["v=spf1 include:a.example +all"], .warning, "anybody"), (["v=spf1 mx all"], .warning, "anybody"),
      (["v=spf1 -all"], .warning, "nobody"), (["v=spf1"], .warning, "nobody"),
      (["x", "v=spf1 ip4:192.0.2.1 -all"], .ok, "ip4:192.0.2.1"),
    ])
  func spf(texts: [String], verdict: Finding.Verdict, says: String) throws {
    let finding = try #require(try Self.findings(["example.com": texts]).of("sender-spf").first)
    #expect(finding.verdict == verdict)
    #expect(finding.text.contains(says))
  }

  @Test(
    "DKIM: missing, revoked, of another version and good (FR-32)",
    arguments: [
      ([], Finding.Verdict.warning), (["v=DKIM1; k=rsa; p="], .failed), (["v=DKIM2; p=AAAA"], .warning),
      (["hello"], .warning), (["v=DKIM1; k=rsa; p=MIIB IjAN"], .ok), (["p=AAAA"], .ok),
    ])
  func dkim(texts: [String], verdict: Finding.Verdict) throws {
    #expect(try Self.findings(["s1._domainkey.example.com": texts]).verdicts("sender-dkim") == [verdict])
  }

  @Test("mail.from is the sender unless another is named; without a mail server there is none (FR-32)")
  func configured() async throws {
    let mail = ["mail.smtp": "\"smtp://127.0.0.1:1\"", "mail.from": "\"App <noreply@Example.com>\""]
    func found(_ settings: [String: String], _ change: (inout Doctor) -> Void) async throws -> [Finding] {
      var doctor = Doctor(
        configuration: try served(settings), http: nil, now: { TokenFixture.now }, newestSchema: 1)
      doctor.lookUp = {
        ["example.com": ["v=spf1 mx -all"], "s1._domainkey.example.com": ["p=AAAA"]][$0] ?? []
      }
      change(&doctor)
      return await doctor.findings()
    }
    let findings = try await found(mail) { $0.dkimSelector = "s1" }
    #expect(findings.verdicts("sender-spf") == [.ok])
    #expect(findings.of("sender-spf").first?.text.hasPrefix("example.com: ") == true)
    #expect(findings.verdicts("sender-dkim") == [.ok])
    let named = try await found(mail) { $0.sender = MailSender("a@other.example") }
    #expect(named.of("sender-spf").first?.text == "other.example has no SPF record")
    let nobody = try await found([:]) { _ in }
    #expect(nobody.verdicts("sender") == [.skipped])
    #expect(nobody.of("sender").first?.advice?.contains("mail.from") == true)
  }

  @Test("without a selector, a sender, a name server or a network the check is skipped, never failed")
  func skipped() throws {
    #expect(try Self.findings([:], selector: nil).verdicts("sender-dkim") == [.skipped])
    #expect(SenderChecks(lookUp: { _ in [] }).findings(nil).map(\.verdict) == [.skipped])
    let sender = try #require(MailSender("a@example.com", selector: "s1"))
    #expect(SenderChecks(lookUp: nil).findings(sender).map(\.verdict) == [.skipped])
    let silent = SenderChecks(lookUp: { name in try TextRecords.lookUp(name + " ") })
    #expect(silent.findings(sender).map(\.verdict) == [.skipped, .skipped])
  }
}
