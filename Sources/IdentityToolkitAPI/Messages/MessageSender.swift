package import Accounts
package import BramleyCrypto

/// A code that goes to an address by mail.
package struct CodeMail: Sendable {
  /// What the code is for.
  package let purpose: OutOfBandCode.Purpose
  /// Where the message goes.
  package let recipient: String
  /// The address that the account has, or that is to be recovered.
  package let email: String
  /// The address that takes its place.
  package let newEmail: String?
  /// The code.
  package let code: Secret
  /// The link that carries it.
  package let link: Secret
  /// The language that the client asked for, from `X-Firebase-Locale`.
  package let locale: String?
}

/// A code that goes to a telephone by text message.
package struct CodeText: Sendable {
  /// Where the message goes.
  package let phoneNumber: String
  /// What the client sends back with the code.
  package let sessionInfo: Secret
  /// Six digits.
  package let code: Secret
  /// The language that the client asked for.
  package let locale: String?
}

/// Sends codes to people; an operator plugs in mail and text messages.
///
/// An implementation answers as soon as the message is in its outbox: a person's request never waits for
/// another company's server.
package protocol MessageSender: Sendable {
  /// Whether mail is configured.
  var sendsMail: Bool { get }
  /// Whether text messages are configured.
  var sendsText: Bool { get }
  /// Takes a mail.
  func send(_ mail: CodeMail) async throws
  /// Takes a text message.
  func send(_ text: CodeText) async throws
}

/// Nothing is configured, and nothing is sent.
package struct NoMessages: MessageSender {
  /// A sender of nothing.
  package init() {}
  /// False.
  package var sendsMail: Bool { false }
  /// False.
  package var sendsText: Bool { false }
  /// Does nothing.
  package func send(_ mail: CodeMail) {}
  /// Does nothing.
  package func send(_ text: CodeText) {}
}
