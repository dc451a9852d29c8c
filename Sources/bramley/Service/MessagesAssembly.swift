import Accounts
import BramleyCrypto
import BramleyHTTP
import BramleyMail
import _Configuration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a running service reaches people: by mail and by text message.
enum MessagesAssembly {
  /// The ways that a configuration names; nothing is sent by the others.
  static func delivery(_ configuration: Configuration, log: Log) throws -> OperatorDelivery {
    OperatorDelivery(
      mail: mail(configuration.mail), telephone: try telephone(configuration.textMessages),
      app: configuration.pages.name, time: SystemTime(), log: { log.warning($0) })
  }

  /// The mailbox of `dev`; relay mail goes through the emulator's relay, as Apple's would take or refuse it.
  static func mailbox(_ configuration: Configuration, appleOrigin: String, log: Log) throws
    -> DevelopmentMailbox
  {
    let relay = EmulatorRelay(
      origin: appleOrigin, sender: configuration.mail.senderAddress, app: configuration.pages.name,
      http: try HTTPClient(.development))
    return DevelopmentMailbox(forwarding: try delivery(configuration, log: log)) { message, _ in
      await relay.deliver(message)
    }
  }

  /// The way to a configuration's mail server.
  static func client(_ mail: Configuration.Mail) -> SMTPClient? {
    mail.server.map { server in
      var limits = SMTPClient.Configuration()
      limits.certificateAuthorityFile = mail.authorityPath
      limits.name = MailAddress(address: mail.senderAddress).domain
      return SMTPClient(server, limits)
    }
  }

  private static func mail(_ mail: Configuration.Mail) -> OperatorDelivery.Mail? {
    client(mail).map {
      OperatorDelivery.Mail(
        client: $0, sender: MailAddress(name: mail.senderName, address: mail.senderAddress),
        relaySenders: mail.relaySenders)
    }
  }

  private static func telephone(_ settings: Configuration.TextMessages) throws -> (any TextSending)? {
    switch settings {
    case .none: return nil
    case .command(let command):
      return TextCommand(command, environment: ProcessInfo.processInfo.environment)
    case .webhook(let url, let secret):
      // The operator names the address: it may stand in a private network.
      return try TextWebhook(
        url: url, secret: secret, http: try HTTPClient(.development), time: SystemTime())
    }
  }
}
