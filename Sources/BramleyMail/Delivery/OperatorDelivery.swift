package import Accounts
package import BramleyHTTP
import Phrases

/// Brings messages to people the way that an operator configured: mail by SMTP, text messages by a command or
/// a webhook.
package struct OperatorDelivery: MessageDelivery {
  /// How mail goes out.
  package struct Mail: Sendable {
    /// The way to the mail server.
    package var client: SMTPClient
    /// Who sends: `mail.from`.
    package var sender: MailAddress
    /// Addresses and domains that are registered with Apple's relay; empty: not said.
    package var relaySenders: [String]

    package init(client: SMTPClient, sender: MailAddress, relaySenders: [String] = []) {
      self.client = client
      self.sender = sender
      self.relaySenders = relaySenders
    }
  }

  private let mail: Mail?
  private let telephone: (any TextSending)?
  private let app: String
  private let time: any TimeSource
  private let log: @Sendable (String) -> Void

  /// A delivery of these ways; nil for one that is not configured.
  ///
  /// - Parameters:
  ///   - app: The name that messages speak of.
  ///   - log: Takes a line about trouble with the server; no line holds an address.
  package init(
    mail: Mail?, telephone: (any TextSending)?, app: String, time: any TimeSource,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.mail = mail
    self.telephone = telephone
    self.app = app
    self.time = time
    self.log = log
  }

  package var sendsMail: Bool { mail != nil }
  package var sendsText: Bool { telephone != nil }
  package var isRefusedByRelay: Bool {
    guard let mail, !mail.relaySenders.isEmpty else { return false }
    return !RelaySenders.cover(mail.sender, mail.relaySenders)
  }

  package func deliver(_ message: OutgoingMessage, id: MessageID) async -> DeliveryOutcome {
    let text = MessageText(message, app: app)
    if message.isText {
      guard let telephone else { return .failed("not configured") }
      return await telephone.send(TelephoneText(id: id, number: message.recipient, text: text.telephoneText))
    }
    guard let mail else { return .failed("not configured") }
    let letter = MailMessage(
      sender: mail.sender, recipient: message.recipient, subject: text.subject, language: text.language.tag,
      text: text.plain, html: text.html)
    do throws(SMTPError) {
      try await mail.client.send(
        MailEnvelope(
          sender: mail.sender.address, recipient: message.recipient,
          message: letter.bytes(id: id, at: time.now())))
      return .sent
    } catch {
      if error.isBounce { return .refused(error.description) }
      log("The mail server did not take a message (\(error.description)): \(error.cause)")
      return .failed(error.description)
    }
  }
}

/// The senders that a team has registered with Apple's relay, each an address or a domain.
package enum RelaySenders {
  /// Whether a sender is among them; domains are compared whole, since subdomains are registered by
  /// themselves.
  package static func cover(_ sender: MailAddress, _ registered: [String]) -> Bool {
    registered.contains { entry in
      let entry = entry.lowercased()
      return entry == sender.address.lowercased() || entry == sender.domain.lowercased()
    }
  }
}
