import AppleIdentity
import _Configuration

/// Addresses that Apple must know or that lead to us, by Apple's rules (FR-61).
enum AddressChecks {
  static func findings(_ configuration: Configuration) -> [Finding] {
    guard let base = publicBase(configuration) else {
      return [
        .skipped("return-url", "dev is reached on loopback, which the emulator takes and Apple does not")
      ]
    }
    var findings: [Finding] = []
    if configuration.apple.servicesID != nil {
      let own = base + "/__/auth/handler"
      findings.append(finding(own, ours: true, isReal: configuration.apple.isRealApple))
    }
    for address in configuration.apple.redirectURIs {
      findings.append(finding(address, ours: false, isReal: configuration.apple.isRealApple))
    }
    let notifications = base + "/apple/notifications"
    if AppleReturnURL.faults(in: notifications).isEmpty {
      findings.append(
        .ok(
          "notifications",
          "register \(notifications) at the primary App ID; Apple posts there over TLS 1.2 or later"))
    } else {
      findings.append(
        .warning(
          "notifications", "Apple cannot reach \(notifications)",
          "Without it you do not hear of withdrawn consent and deleted Apple accounts; use a public https origin."
        ))
    }
    return findings
  }

  /// What `serve` says at its start: an address that Apple will not return to fails in front of a person.
  static func warnings(_ configuration: Configuration) -> [String] {
    findings(configuration).filter { $0.verdict == .failed || $0.verdict == .warning }.map { finding in
      [finding.text, finding.advice].compactMap { $0 }.joined(separator: ". ")
    }
  }

  /// What every public address begins with; nil in `dev` without an origin of its own.
  static func publicBase(_ configuration: Configuration) -> String? {
    configuration.publicOrigin.map { $0.description + configuration.basePath }
  }

  private static func finding(_ address: String, ours: Bool, isReal: Bool) -> Finding {
    let faults = AppleReturnURL.faults(in: address)
    guard let first = faults.first else {
      return .ok("return-url", "\(address) keeps Apple's rules; register it byte for byte at the Services ID")
    }
    let advice = faults.map(\.advice).joined(separator: " ") + (ours ? " It comes from publicOrigin." : "")
    let text = "\(address) breaks a rule of Apple's: \(first.rawValue)"
    // An emulator may waive the rules.
    return isReal ? .failed("return-url", text, advice) : .warning("return-url", text, advice)
  }
}
