/// Whose mail goes to relay addresses.
struct MailSender: Sendable, Hashable {
  /// The domain behind the `@`.
  let domain: String
  /// The name of the DKIM key, as in the `s=` of a signature; nil when it is not known.
  var selector: String?

  /// The sender of an address such as `Shop <noreply@example.com>`; nil when it has no domain.
  init?(_ address: String, selector: String? = nil) {
    let plain = address.split(separator: "<").last?.prefix { $0 != ">" } ?? ""
    guard let at = plain.lastIndex(of: "@") else { return nil }
    let domain = plain[plain.index(after: at)...].lowercased()
    guard domain.contains("."), !domain.contains(" "), domain.utf8.count <= 253 else { return nil }
    self.domain = domain
    self.selector = selector
  }
}

/// Looks whether the sender's domain has what Apple's relay asks for: SPF, DKIM or both (FR-32).
///
/// Only Apple knows which senders are registered, and only a mail that arrived proves that it is signed.
struct SenderChecks {
  /// Finds the texts of a name; nil when nobody may be asked.
  let lookUp: (@Sendable (String) throws -> [String])?

  func findings(_ sender: MailSender?) -> [Finding] {
    guard let sender else {
      return [
        .skipped(
          "sender", "no sender of mail is known",
          "Set mail.from, or name it: doctor --mail-from noreply@your-domain")
      ]
    }
    guard let lookUp else { return [.skipped("sender", "\(sender.domain) is not looked up (--offline)")] }
    return [spf(sender.domain, lookUp), dkim(sender, lookUp)]
  }

  private func spf(_ domain: String, _ lookUp: (String) throws -> [String]) -> Finding {
    guard let texts = try? lookUp(domain) else { return Self.silent("sender-spf", domain) }
    let records = texts.filter { $0.lowercased() == "v=spf1" || $0.lowercased().hasPrefix("v=spf1 ") }
    guard let record = records.first else {
      return .warning(
        "sender-spf", "\(domain) has no SPF record",
        "Add a TXT record to \(domain): v=spf1, then your mail server (include:… or ip4:…), then -all.")
    }
    guard records.count == 1 else {
      return .failed(
        "sender-spf", "\(domain) has \(records.count) SPF records; receivers take that as none",
        "Join them into one (RFC 7208 §4.5).")
    }
    let terms = record.lowercased().split(separator: " ").dropFirst()
    if terms.contains("+all") || terms.contains("all") {
      return .warning("sender-spf", "\(record): anybody may send as \(domain)", "End it with -all or ~all.")
    }
    guard terms.contains(where: { !$0.hasSuffix("all") }) else {
      return .warning("sender-spf", "\(record): nobody may send as \(domain)", "List your mail server in it.")
    }
    return .ok("sender-spf", "\(domain): \(record); it must list the server that sends")
  }

  private func dkim(_ sender: MailSender, _ lookUp: (String) throws -> [String]) -> Finding {
    guard let selector = sender.selector else {
      return .skipped(
        "sender-dkim", "the DKIM selector is not known",
        "It stands as s= in the DKIM-Signature of a mail that you sent: doctor --dkim-selector NAME")
    }
    let name = "\(selector)._domainkey.\(sender.domain)"
    guard let texts = try? lookUp(name) else { return Self.silent("sender-dkim", name) }
    for text in texts {
      let tags = Self.tags(text)
      guard let key = tags["p"], tags["v"] ?? "DKIM1" == "DKIM1" else { continue }
      guard !key.isEmpty else {
        return .failed("sender-dkim", "the key at \(name) is revoked", "Sign with another selector.")
      }
      return .ok("sender-dkim", "\(name) has a key; Apple looks for d=\(sender.domain)")
    }
    return .warning(
      "sender-dkim", "there is no DKIM key at \(name)",
      "Publish the one that your mail service gives you, or check the selector.")
  }

  private static func tags(_ text: String) -> [String: String] {
    var tags: [String: String] = [:]
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { continue }
      tags[String(pair[0].filter { !$0.isWhitespace })] = String(pair[1].filter { !$0.isWhitespace })
    }
    return tags
  }

  private static func silent(_ check: String, _ name: String) -> Finding {
    .skipped(check, "no name server answered for \(name)", "Run it again, or look: dig +short TXT \(name)")
  }
}
