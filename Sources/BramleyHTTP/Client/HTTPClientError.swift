/// Why no answer came from another service.
///
/// Equality looks at the code alone. The sentence names host and cause, never path, query, fields or body.
public struct HTTPClientError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure, as a word that stays the same.
  public struct Code: Sendable, Hashable, RawRepresentable {
    /// The word.
    public let rawValue: String
    /// Wraps a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name was not found, or nobody accepted the connection.
    public static let couldNotConnect = Code(rawValue: "could-not-connect")
    /// The deadline passed.
    public static let timedOut = Code(rawValue: "timed-out")
    /// The connection ended before the whole answer had come.
    public static let reset = Code(rawValue: "reset")
    /// The certificate is not trusted, or TLS failed otherwise.
    public static let tls = Code(rawValue: "tls")
    /// The answer is longer than the client takes.
    public static let tooLarge = Code(rawValue: "too-large")
    /// The address or the answer breaks the rules of HTTP.
    public static let malformed = Code(rawValue: "malformed")
    /// The caller's task was cancelled, or the client was closed.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The name leads to an address that is not public, and only public ones are allowed.
    public static let privateAddress = Code(rawValue: "private-address")
    /// More requests wait than the client takes.
    public static let overloaded = Code(rawValue: "overloaded")
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence for log lines.
  public let description: String
  /// Whether the other side cannot have acted on the request: it was never connected.
  public let isBeforeSending: Bool

  /// A failure, also as tests make it.
  public init(_ code: Code, _ description: String, isBeforeSending: Bool = false) {
    self.code = code
    self.description = description
    self.isBeforeSending = isBeforeSending
  }

  /// Compares the codes.
  public static func == (left: HTTPClientError, right: HTTPClientError) -> Bool { left.code == right.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
