/// What mail to relay addresses needs; told, since only Apple's relay can judge it (FR-32).
enum MailNotes {
  static let findings: [Finding] = [
    .note(
      "relay-mail",
      """
      mail to people who hide their address bounces ("550 5.1.1", "unauthorized sender") unless its sender is \
      registered: Certificates, Identifiers & Profiles → Services → Sign in with Apple for Email Communication
      """),
    .note(
      "relay-spf",
      """
      the envelope sender's domain must be registered exactly and pass SPF: look at it with \
      dig +short TXT your-domain, it must list your mail server
      """),
    .note(
      "relay-dkim",
      """
      or the mail must carry a DKIM signature whose d= is the registered domain of From: look at it with \
      dig +short TXT selector._domainkey.your-domain; best is both
      """),
  ]
}
