import BramleyHTTP

/// A request that the emulator turns away, with what the caller is told and what only the log says.
struct Refusal: Error {
  /// How the caller is told.
  enum Form: Sendable {
    /// Apple's JSON: `error`, sometimes `error_description`, status 400.
    case oauth
    /// Apple's page when a browser asks, the JSON else.
    case page(message: String)
    /// The control API's JSON: `error` and `message`.
    case control
  }

  /// The error's name on the wire.
  let code: ErrorCode
  /// Apple's description where one is known.
  var description: String?
  /// Which check failed, in a sentence for the developer; never a secret.
  let reason: String
  /// How it is told.
  let form: Form
  /// The HTTP status.
  var status = 400
  /// Seconds for `Retry-After`.
  var retryAfter: Int?

  /// A refusal in Apple's JSON.
  static func oauth(_ code: ErrorCode, _ description: String? = nil, reason: String) -> Refusal {
    Refusal(code: code, description: description, reason: reason, form: .oauth)
  }

  /// A refusal on Apple's own page, which never goes to the Return URL.
  static func page(_ code: ErrorCode, _ message: String, reason: String) -> Refusal {
    Refusal(code: code, reason: reason, form: .page(message: message))
  }

  /// A refusal of the control API.
  static func control(_ status: Int, _ code: ErrorCode, _ message: String) -> Refusal {
    Refusal(code: code, reason: message, form: .control, status: status)
  }
}

/// The name of an error on the wire.
struct ErrorCode: RawRepresentable, Sendable, Hashable {
  let rawValue: String
  init(rawValue: String) { self.rawValue = rawValue }

  // RFC 6749 §5.2 and Apple's technote TN3107.
  static let invalidRequest = ErrorCode(rawValue: "invalid_request")
  static let invalidClient = ErrorCode(rawValue: "invalid_client")
  static let invalidGrant = ErrorCode(rawValue: "invalid_grant")
  static let invalidScope = ErrorCode(rawValue: "invalid_scope")
  static let unauthorizedClient = ErrorCode(rawValue: "unauthorized_client")
  static let unsupportedGrantType = ErrorCode(rawValue: "unsupported_grant_type")

  // The control API's own.
  static let notFound = ErrorCode(rawValue: "not_found")
  static let conflict = ErrorCode(rawValue: "conflict")
  static let invalidBody = ErrorCode(rawValue: "invalid_body")
  static let invalidValue = ErrorCode(rawValue: "invalid_value")
  static let methodNotAllowed = ErrorCode(rawValue: "method_not_allowed")
  static let tooLarge = ErrorCode(rawValue: "too_large")
  static let internalError = ErrorCode(rawValue: "internal_error")
  static let notOffered = ErrorCode(rawValue: "not_offered")
  static let foreignOrigin = ErrorCode(rawValue: "foreign_origin")
  static let foreignHost = ErrorCode(rawValue: "foreign_host")
}
