/// Why a mail server did not take a message.
///
/// Equality looks at step and reply. Nothing of the message, the addresses or the login is kept, and of the
/// server's reply only its numbers: its text often repeats the address.
public struct SMTPError: Error, Sendable, Hashable, CustomStringConvertible {
  /// How far it came.
  public enum Step: String, Sendable {
    /// Nobody answered at the address, or not in time.
    case connection
    /// Greeting, `EHLO`.
    case greeting
    /// TLS was not offered where it is required, or its certificate is not trusted.
    case tls
    /// The login was refused.
    case login
    /// The sender's address was refused.
    case sender
    /// The recipient's address was refused.
    case recipient
    /// The message itself was refused, or nobody knows whether it was taken.
    case message
    /// Too many messages are under way; nothing was tried.
    case busy
    /// The envelope holds what SMTP cannot carry; nothing was tried.
    case envelope
  }

  /// How far it came.
  public let step: Step
  /// The server's reply, such as `550`; nil when there was none.
  public let reply: Int?
  /// The enhanced status, such as `5.1.1` (RFC 3463); nil when the server gave none.
  public let status: String?
  /// What libcurl said; no text of the server.
  public let cause: String

  /// An error, also as tests make it.
  public init(_ step: Step, reply: Int? = nil, status: String? = nil, cause: String = "") {
    self.step = step
    self.reply = reply
    self.status = status
    self.cause = cause
  }

  /// Whether the recipient's side has said no for good: a bounce. A refused login, sender or greeting is a
  /// fault of the set-up, which an operator can repair while the message waits.
  public var isBounce: Bool {
    step == .envelope || (step == .recipient || step == .message) && (500...599).contains(reply ?? 0)
  }

  /// Step and reply in one line: `recipient 550 5.1.1`.
  public var description: String {
    ([step.rawValue] + [reply.map(String.init), status].compactMap { $0 }).joined(separator: " ")
  }

  /// Compares step and reply.
  public static func == (left: SMTPError, right: SMTPError) -> Bool {
    left.step == right.step && left.reply == right.reply
  }
  /// Hashes step and reply.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(step)
    hasher.combine(reply)
  }
}
