package import Accounts

/// A text message for a telephone.
package struct TelephoneText: Sendable, Hashable {
  /// The same at every attempt.
  package let id: MessageID
  /// The number in E.164 form.
  package let number: String
  /// What it says.
  package let text: String

  package init(id: MessageID, number: String, text: String) {
    self.id = id
    self.number = number
    self.text = text
  }

  private struct Members: Encodable {
    let id: String
    let to: String
    let text: String
  }

  /// The message as JSON, for a command's standard input or a webhook's body.
  var json: [UInt8] { JSONText.bytes(Members(id: id.text, to: number, text: text)) }
}

/// Sends text messages: by a command or by a webhook.
package protocol TextSending: Sendable {
  /// Tries once; answers within a quarter of a minute.
  func send(_ text: TelephoneText) async -> DeliveryOutcome
}
