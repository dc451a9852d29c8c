import BramleyHTTP

/// Shows the parameters of a request without what must not be shown.
enum ParameterMask {
  /// Parameters whose value is only hinted at.
  private static let secret: Set<String> = [
    "client_secret", "code", "refresh_token", "token", "access_token", "id_token", "code_verifier",
    "user", "firstName", "lastName", "transfer_sub", "sub", "verificationCode",
  ]

  /// Query and form parameters in order.
  static func parameters(of request: HTTPRequest) -> [RequestRecord.Parameter] {
    var fields = FormFields(parsing: request.query)?.fields ?? []
    if request.headers["content-type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true,
      let text = String(validating: request.body, as: UTF8.self), let form = FormFields(parsing: text)
    {
      fields += form.fields
    }
    return fields.prefix(40).map { .init(name: String($0.name.prefix(64)), value: shown($0.name, $0.value)) }
  }

  private static func shown(_ name: String, _ value: String) -> String {
    guard secret.contains(name) else {
      return value.count > 512 ? String(value.prefix(512)) + "…" : value
    }
    if value.isEmpty { return "" }
    return "… (\(value.utf8.count) bytes)"
  }
}
