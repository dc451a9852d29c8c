import Accounts
import BramleyCrypto
import BramleyHTTP
import Synchronization

/// What a site sent, as its recipients find it.
final class Outbox: MessageDelivery {
  struct Mail: Sendable {
    let kind: OutgoingMessage.Kind
    let recipient: String
    /// The path of the page that the link opens, with its query; empty where there is no link.
    let link: String
  }

  struct Text: Sendable {
    let number: String
    let code: String
  }

  let isConfigured: Bool
  private let sent = Mutex<(mails: [Mail], texts: [Text])>(([], []))
  private let authenticator = Mutex("")

  init(isConfigured: Bool) { self.isConfigured = isConfigured }

  var sendsMail: Bool { isConfigured }
  var sendsText: Bool { isConfigured }
  var mails: [Mail] { sent.withLock { $0.mails } }
  var texts: [Text] { sent.withLock { $0.texts } }

  /// The key that the person put into an authenticator app.
  var key: String {
    get { authenticator.withLock { $0 } }
    set { authenticator.withLock { $0 = newValue } }
  }

  func deliver(_ message: OutgoingMessage, id: MessageID) async -> DeliveryOutcome { .sent }

  func posted(_ message: OutgoingMessage) {
    let link = message.link ?? ""
    let path = link.firstRange(of: "/__/").map { String(link[$0.lowerBound...]) } ?? ""
    sent.withLock { sent in
      if message.isText {
        sent.texts.append(Text(number: message.recipient, code: message.code ?? ""))
      } else {
        sent.mails.append(Mail(kind: message.kind, recipient: message.recipient, link: path))
      }
    }
  }

  /// The page that the link of a code opens.
  static func link(_ issued: IssuedCode, _ more: [String: String] = [:]) -> String {
    var query: FormFields = [
      "mode": issued.content.purpose.linkMode, "oobCode": issued.code.revealText() ?? "", "apiKey": "any",
    ]
    for (name, value) in more.sorted(by: { $0.key < $1.key }) { query.add(name, value) }
    return "/__/auth/action?" + query.encoded
  }
}
