/// Why Apple could not be asked or did not do what was asked.
///
/// Equality looks at the code only. Texts from Apple are kept for the log; they hold no secret.
public struct AppleServiceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whose fault it is.
  public enum Fault: Sendable, Hashable {
    /// Apple or the way to it: trying again helps.
    case apple
    /// Our configuration: an operator must act.
    case configuration
    /// What was presented: it will never be good.
    case credential
  }

  /// A stable name of the reason; Apple's own where there is one.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String
    /// A code of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The grant or code is used, revoked, too old or another client's.
    public static let invalidGrant = Self(rawValue: "invalid_grant")
    /// The client secret is not good: key, team, client id or clock.
    public static let invalidClient = Self(rawValue: "invalid_client")
    /// The request is not one that Apple takes.
    public static let invalidRequest = Self(rawValue: "invalid_request")
    /// The scope is not one that the client may ask for.
    public static let invalidScope = Self(rawValue: "invalid_scope")
    /// The grant is not offered to the client.
    public static let unsupportedGrantType = Self(rawValue: "unsupported_grant_type")
    /// The client may not do this.
    public static let unauthorizedClient = Self(rawValue: "unauthorized_client")
    /// Apple answered nothing, too late, or with a server error.
    public static let unreachable = Self(rawValue: "unreachable")
    /// Apple asked to slow down.
    public static let throttled = Self(rawValue: "throttled")
    /// Apple's answer could not be read.
    public static let malformed = Self(rawValue: "malformed")
    /// No key for client secrets is configured.
    public static let notConfigured = Self(rawValue: "not_configured")
  }

  /// The reason.
  public let code: Code
  /// Whose fault it is.
  public let fault: Fault
  /// A sentence for the operator, with Apple's description where there is one.
  public let message: String
  /// When Apple said to come again.
  public let retryAfter: Duration?
  /// What Apple itself said about it, in its own words; secrets, tokens and addresses are cut out.
  public let appleDescription: String?

  /// An error of these parts.
  public init(
    _ code: Code, fault: Fault, message: String, retryAfter: Duration? = nil,
    appleDescription: String? = nil
  ) {
    self.code = code
    self.fault = fault
    self.message = message
    self.retryAfter = retryAfter
    self.appleDescription = appleDescription
  }

  /// Whether the same request may succeed later.
  public var isRetryable: Bool { fault == .apple }

  /// The code and the sentence.
  public var description: String { "\(code.rawValue): \(message)" }

  /// Looks at the code only.
  public static func == (left: AppleServiceError, right: AppleServiceError) -> Bool {
    left.code == right.code
  }

  /// Looks at the code only.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
