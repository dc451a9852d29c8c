import Accounts
import BramleyHTTP
import BramleyMail

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Takes mail to relay addresses to the emulator's mailboxes, which play Apple's relay (contract, section 5).
struct EmulatorRelay: Sendable {
  /// Where the emulator stands.
  let origin: String
  /// The sender's address, which the relay wants registered.
  let sender: String
  /// The name that messages speak of.
  let app: String
  let http: any HTTPSending

  private struct Mail: Encodable {
    let from: String
    let subject: String
    let text: String
  }

  private struct Refusal: Decodable { let message: String }

  /// One attempt at a message.
  func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
    let text = MessageText(message, app: app)
    do {
      let body = Array(
        try JSONText.line(Mail(from: sender, subject: text.subject, text: text.plain)).utf8)
      let answer = try await http.send(
        .post(
          origin + "/emulator/v1/mailboxes/" + PercentEncoding.encode(message.recipient), json: body))
      switch answer.status {
      case 202: return .sent
      case 550:
        // "5.7.1 Unauthorized sender: …": its number is enough.
        let refusal = try JSONDecoder().decode(Refusal.self, from: Data(answer.body))
        return .refused("relay 550 " + refusal.message.prefix { $0 != " " })
      default: return .failed("relay \(answer.status)")
      }
    } catch {
      return .failed("relay unreachable")
    }
  }
}
