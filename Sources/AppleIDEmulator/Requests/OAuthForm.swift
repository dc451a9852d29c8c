import BramleyHTTP

/// The form of a request to Apple's back-channel endpoints, with its grammar already judged.
///
/// - Standard: RFC 6749 §3.2: parameters without a value count as absent and none may stand twice.
struct OAuthForm: Sendable {
  private let fields: FormFields
  let contentType: String

  /// Reads the body; a JSON body is told apart because Apple names it `invalid_client` at the token step.
  init(_ request: HTTPRequest, jsonAnswer: ErrorCode) throws(Refusal) {
    contentType =
      (request.headers["content-type"] ?? "").split(separator: ";").first
      .map { $0.filter { $0 != " " }.lowercased() } ?? ""
    guard contentType == "application/x-www-form-urlencoded" else {
      let isJSON = contentType == "application/json"
      throw .oauth(
        isJSON ? jsonAnswer : .invalidRequest,
        reason: isJSON
          ? "The body is JSON; Apple wants application/x-www-form-urlencoded and names only the error."
          : "The content type is not application/x-www-form-urlencoded.")
    }
    if request.headers["authorization"]?.lowercased().hasPrefix("basic ") == true {
      throw .oauth(
        .invalidRequest, reason: "HTTP Basic is not supported; send client_id and client_secret in the body.")
    }
    guard let text = String(validating: request.body, as: UTF8.self),
      let fields = FormFields(parsing: text, limit: 32)
    else {
      throw .oauth(.invalidRequest, reason: "The body is not percent-encoded form text.")
    }
    if fields.hasRepeatedName {
      throw .oauth(.invalidRequest, reason: "A parameter stands more than once.")
    }
    self.fields = fields
  }

  /// A parameter; nil when absent or empty.
  subscript(name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// A parameter that must be there.
  func required(_ name: String) throws(Refusal) -> String {
    guard let value = self[name] else {
      throw .oauth(.invalidRequest, reason: "The parameter \(name) is missing.")
    }
    return value
  }
}
