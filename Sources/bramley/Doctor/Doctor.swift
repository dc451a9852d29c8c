import AppleIDClient
import BramleyHTTP
import _Configuration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Looks at a configuration and at what it leads to; changes nothing.
struct Doctor {
  let configuration: Configuration
  /// The way to Apple; nil when it must not be asked.
  let http: (any HTTPSending)?
  let now: @Sendable () -> Date
  /// The newest schema that this version knows.
  let newestSchema: Int
  /// Whose mail goes to relay addresses, where that is not `mail.from`.
  var sender: MailSender?
  /// The name of the sender's DKIM key.
  var dkimSelector: String?
  /// The way to the domain name system; nil when it must not be asked.
  var lookUp: (@Sendable (String) throws -> [String])?

  /// Every finding, in the order of the set-up.
  func findings() async -> [Finding] {
    let mode = configuration.mode == .dev ? "dev: the demo team and the built-in emulator" : "serve"
    var findings = [Finding.ok("configuration", "project \(configuration.project), rules of \(mode)")]
    findings += IdentifierChecks.findings(configuration.apple)
    findings += KeyChecks.findings(configuration.apple, mode: configuration.mode, at: now())
    findings += AddressChecks.findings(configuration)
    findings.append(
      await DatabaseCheck.finding(
        configuration.database, newestSchema: newestSchema, mode: configuration.mode))
    if let mark = DatabaseCheck.markFinding(configuration) { findings.append(mark) }
    findings += SafetyChecks.findings(configuration)
    findings += await appleFindings()
    findings += await MailChecks(configuration: configuration, isOffline: http == nil).findings()
    findings += TextMessageChecks.findings(configuration.textMessages)
    findings += MailNotes.findings
    if configuration.mode == .serve { findings += SenderChecks(lookUp: lookUp).findings(mailSender) }
    if configuration.mode == .serve { findings += ClientNotes.findings }
    return findings
  }

  /// The sender that was named, else the configuration's.
  private var mailSender: MailSender? {
    if let sender { return sender }
    guard configuration.mail.server != nil else { return nil }
    return MailSender(configuration.mail.senderAddress, selector: dkimSelector)
  }

  private func appleFindings() async -> [Finding] {
    guard configuration.mode == .serve else {
      return [.skipped("apple", "dev brings its own Apple; nobody outside is asked")]
    }
    guard let http else {
      return [.skipped("apple", "not asked (--offline)", KeyChecks.onlyAppleJudges)]
    }
    return await AppleChecks(configuration: configuration, http: http, now: now).findings()
  }
}
