import BramleyHTTP
import BramleyMail
import _Configuration

/// Whether mail would go out, and whether Apple's relay would take it (FR-32).
struct MailChecks {
  let configuration: Configuration
  let isOffline: Bool

  func findings() async -> [Finding] {
    let mail = configuration.mail
    guard let server = mail.server, let client = MessagesAssembly.client(mail) else {
      return [
        configuration.mode == .dev
          ? .ok("mail", "dev keeps what it sends: open /emulator/mail")
          : .note("mail", "mail.smtp is not set: no mail is sent, and what needs it is refused")
      ]
    }
    return [await serverFinding(server, client), senderFinding(mail)]
  }

  /// Connects, greets, begins TLS, logs in and leaves.
  private func serverFinding(_ server: MailServer, _ client: SMTPClient) async -> Finding {
    guard !isOffline else { return .skipped("mail", "\(server) was not asked (--offline)") }
    do throws(SMTPError) {
      try await client.probe()
      let how = server.requiresTLS ? "over TLS" : "on this machine, without TLS"
      return .ok("mail", "\(server) answers \(how)" + (server.user == nil ? "" : " and takes the login"))
    } catch {
      return .failed("mail", "\(server): \(error): \(error.cause)", advice(error, server))
    }
  }

  private func advice(_ error: SMTPError, _ server: MailServer) -> String {
    switch error.step {
    case .tls:
      server.beginsWithTLS
        ? "smtps:// speaks TLS from the first byte, mostly on port 465; port 587 wants smtp:// (STARTTLS)."
        : "Mail and password go over TLS only: it must offer STARTTLS, with a certificate for its name."
    case .login:
      "Check user and password in mail.smtp, percent-encoded; some servers want a token of their own."
    case .connection: "Check host and port in mail.smtp, and whether a firewall lets this machine out."
    default: "Ask whoever runs the server; the reply's number says why."
    }
  }

  private func senderFinding(_ mail: Configuration.Mail) -> Finding {
    let sender = MailAddress(name: mail.senderName, address: mail.senderAddress)
    guard !mail.relaySenders.isEmpty else {
      return .warning(
        "mail-relay",
        "mail.relaySenders is empty: nobody knows whether Apple's relay takes \(sender.address)",
        "Register \(sender.domain) at Apple (see relay-mail below) and list it in mail.relaySenders.")
    }
    guard RelaySenders.cover(sender, mail.relaySenders) else {
      return .failed(
        "mail-relay", "\(sender.address) is not in mail.relaySenders: mail to relay addresses is refused",
        "Register \(sender.domain) at Apple and list it, or change mail.from to a registered sender.")
    }
    return .ok("mail-relay", "\(sender.address) is registered, as mail.relaySenders says")
  }
}
