import BramleyHTTP

/// The request of `/v1/token`: JSON as the Apple SDK sends it, or a form as the JavaScript SDK does (wire §4.17).
struct TokenRequest: WireRequest {
  var grantType: String?
  var refreshToken: String?
  var code: String?
  var codeVerifier: String?

  init(_ fields: WireFields) throws {
    grantType = try fields.text("grantType")
    refreshToken = try fields.text("refreshToken")
    code = try fields.text("code")
    codeVerifier = try fields.text("codeVerifier")
  }

  init(form: FormFields) {
    grantType = form["grant_type"] ?? form["grantType"]
    refreshToken = form["refresh_token"] ?? form["refreshToken"]
    code = form["code"]
    codeVerifier = form["code_verifier"] ?? form["codeVerifier"]
  }

  static func decode(_ request: HTTPRequest, bounds: JSONBody) throws -> WireBody<TokenRequest> {
    let type = request.headers["content-type"]?.utf8.prefix { $0 != UInt8(ascii: ";") }
    guard let type, String(type)?.lowercased() == "application/x-www-form-urlencoded" else {
      return try WireBody(plain: request.body, bounds: bounds) ?? bounds.decode(WireBody.self, from: request)
    }
    guard request.body.count <= bounds.limit else { throw JSONBody.Failure.tooLarge(limit: bounds.limit) }
    // A repeated parameter has two meanings, and which one counts would be our guess (RFC 6749 §3.2).
    guard let form = FormFields(parsing: request.body), !form.hasRepeatedName
    else { throw WireError.invalidPayload("The body is not form text, or repeats a field.") }
    return WireBody(TokenRequest(form: form))
  }
}
