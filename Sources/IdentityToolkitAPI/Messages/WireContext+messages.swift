import Accounts
import BramleyCrypto
import BramleyHTTP

extension WireContext {
  /// Whether mail goes anywhere.
  var canSendMail: Bool { api.messages.sendsMail || api.mailbox != nil }

  /// Refuses what needs mail where none is configured; in `dev` the mailbox takes everything.
  func requireMail() throws(WireError) {
    guard canSendMail else {
      throw .refused("OPERATION_NOT_ALLOWED", "No mail is configured: nothing can be sent.")
    }
  }

  /// Refuses what needs text messages where none are configured.
  func requireText() throws(WireError) {
    guard api.messages.sendsText || api.mailbox != nil else {
      throw .refused("OPERATION_NOT_ALLOWED", "No text messages are configured: nothing can be sent.")
    }
  }

  /// Sends the code of a mail link.
  func send(_ issued: IssuedCode, link: String) async throws {
    let mail = CodeMail(
      purpose: issued.content.purpose, recipient: issued.content.recipient, email: issued.content.email,
      newEmail: issued.content.newEmail, code: issued.code, link: Secret(utf8: link), locale: locale)
    api.mailbox?.keep(mail)
    if api.messages.sendsMail { try await api.messages.send(mail) }
  }

  /// Sends the code of a telephone verification.
  func send(_ challenge: PhoneChallenge) async throws {
    let text = CodeText(
      phoneNumber: challenge.phoneNumber, sessionInfo: challenge.sessionInfo, code: challenge.code,
      locale: locale)
    api.mailbox?.keep(text)
    if api.messages.sendsText { try await api.messages.send(text) }
  }

  private var locale: String? { request.headers["x-firebase-locale"].map { String($0.prefix(35)) } }
}
