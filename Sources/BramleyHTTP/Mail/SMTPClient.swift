import Synchronization

/// Hands messages to a mail server over libcurl: a connection and a thread for each, a few at a time.
///
/// A message that meets a full house is refused as ``SMTPError/Step/busy`` rather than queued: the outbox
/// that it comes from is the queue.
public final class SMTPClient: Sendable {
  /// The limits of a client.
  public struct Configuration: Sendable {
    /// How long connecting may take, TLS included.
    public var connectTimeout: Duration = .seconds(10)
    /// How long a message may take in all.
    public var timeout: Duration = .seconds(25)
    /// How many messages may be under way.
    public var concurrencyLimit = 8
    /// What the client calls itself in `EHLO`; empty: the machine's name.
    public var name = ""
    /// A file of certificates in PEM to trust instead of the system's; nil for the system's.
    public var certificateAuthorityFile: String?

    /// The usual limits.
    public init() {}
  }

  private let server: MailServer
  private let configuration: Configuration
  private let load = Mutex(0)

  /// A client of a server.
  public init(_ server: MailServer, _ configuration: Configuration = Configuration()) {
    self.server = server
    self.configuration = configuration
  }

  /// Sends a message; returns when the server has taken it.
  ///
  /// Cancelling the task ends what has not come to the message itself; a message under way is let finish.
  ///
  /// - Throws: ``SMTPError``. After ``SMTPError/Step/message`` without a reply nobody knows whether the
  ///   server has taken it (RFC 5321 §4.2.5): it is to be sent again with the same Message-ID.
  public func send(_ envelope: MailEnvelope) async throws(SMTPError) {
    guard Self.isCarried(envelope.sender), Self.isCarried(envelope.recipient) else {
      throw SMTPError(.envelope, cause: "an address holds characters that SMTP does not carry")
    }
    try await run(envelope)
  }

  /// Connects, greets, begins TLS and logs in, and leaves again: for a check of the set-up.
  public func probe() async throws(SMTPError) { try await run(nil) }

  private func run(_ envelope: MailEnvelope?) async throws(SMTPError) {
    let isTaken = load.withLock { load in
      guard load < configuration.concurrencyLimit else { return false }
      load += 1
      return true
    }
    guard isTaken else { throw SMTPError(.busy, cause: "too many messages are under way") }
    let cancellation = SMTPCancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (server, configuration) = (server, configuration)
        let thread = ServiceThread {
          continuation.resume(
            returning: SMTPTransfer(envelope, server, configuration, cancellation).perform())
        }
        if thread == nil {
          continuation.resume(returning: .failure(SMTPError(.busy, cause: "the system gave no thread")))
        }
      }
    } onCancel: {
      cancellation.set()
    }
    load.withLock { $0 -= 1 }
    try result.get()
  }

  /// An address that cannot leave its place in `MAIL FROM:<…>`.
  private static func isCarried(_ address: String) -> Bool {
    address.utf8.count <= 254 && address.contains("@")
      && address.utf8.allSatisfy {
        $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
      }
  }
}
