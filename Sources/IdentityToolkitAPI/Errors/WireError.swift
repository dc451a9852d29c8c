/// A refusal as the wire carries it (wire §2).
struct WireError: Error, Sendable, Hashable {
  /// HTTP status.
  var status: Int
  /// `CONSTANT`, or `CONSTANT : text`.
  var message: String
  /// `error.status`, where Google sends one.
  var name: String?
  /// `errors[0].reason`.
  var reason = "invalid"
  /// `errors[0].domain`; nil leaves it out.
  var domain: String? = "global"
  /// `errors[0].location` in the field `Authorization`.
  var isAboutAuthorization = false
  /// Seconds for `Retry-After`.
  var retryAfter: Int64?
  /// The methods for `Allow`.
  var allow: String?
  /// More for the log; never a secret.
  var detail: String?

  /// A business refusal: 400 and a constant.
  static func refused(_ constant: String, _ text: String? = nil) -> WireError {
    WireError(status: 400, message: text.map { "\(constant) : \($0)" } ?? constant)
  }

  /// A body that is not what the operation takes.
  static func invalidPayload(_ text: String, reason: String = "invalid") -> WireError {
    WireError(
      status: 400, message: "Invalid JSON payload received. \(text)", name: "INVALID_ARGUMENT", reason: reason
    )
  }

  /// Something that this service does not offer, and will not (R10).
  static func notImplemented(_ text: String) -> WireError {
    WireError(status: 501, message: text, name: "NOT_IMPLEMENTED", reason: "unimplemented")
  }

  /// The path is not known.
  static let notFound = WireError(
    status: 404, message: "Not Found", name: "NOT_FOUND", reason: "notFound", domain: nil)

  /// The path is known with other methods.
  static func methodNotAllowed(_ allowed: [String]) -> WireError {
    WireError(
      status: 405, message: "Method Not Allowed", name: "INVALID_ARGUMENT", reason: "httpMethodNotAllowed",
      allow: allowed.joined(separator: ", "))
  }

  /// Neither key nor bearer.
  static let missingKey = WireError(
    status: 403, message: "The request is missing a valid API key.", name: "PERMISSION_DENIED",
    reason: "forbidden")

  /// A key that is not on the operator's list; SDKs look for the reason.
  static let unknownKey = WireError(
    status: 400, message: "API key not valid. Please pass a valid API key.", name: "INVALID_ARGUMENT",
    reason: "keyInvalid")

  /// A bearer that is not an administrator's.
  static let invalidCredentials = WireError(
    status: 401, message: "Request had invalid authentication credentials.", name: "UNAUTHENTICATED",
    reason: "authError", isAboutAuthorization: true)

  /// A key where an administrator is needed.
  static let projectNeedsAdministrator = WireError.refused(
    "INSUFFICIENT_PERMISSION", "Only authenticated requests can specify target_project_id.")

  /// An administrator whose token lacks a scope (A36).
  static func insufficientScope(_ scope: AdminScope) -> WireError {
    WireError(
      status: 403, message: "INSUFFICIENT_PERMISSION : The admin token lacks the scope \(scope.rawValue).",
      name: "PERMISSION_DENIED", reason: "forbidden")
  }

  /// Our own mistake; the text says nothing of it.
  static let internalFailure = WireError(
    status: 500, message: "Internal error encountered.", name: "INTERNAL", reason: "backendError")
}
