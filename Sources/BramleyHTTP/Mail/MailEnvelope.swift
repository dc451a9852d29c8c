/// A message with the addresses that the mail server goes by (RFC 5321 §2.3.1).
public struct MailEnvelope: Sendable, Hashable {
  /// Who gets it back when it cannot be delivered.
  public var sender: String
  /// Who gets it.
  public var recipient: String
  /// The message (RFC 5322), its lines ended by CR LF.
  public var message: [UInt8]

  /// An envelope of these parts.
  public init(sender: String, recipient: String, message: [UInt8]) {
    self.sender = sender
    self.recipient = recipient
    self.message = message
  }
}
