import BramleyHTTP

/// Google's error envelope (wire §2.1). Every value inside `errors` is text: the Apple SDK casts it so.
struct ErrorEnvelope: Encodable, Sendable {
  let error: Body

  struct Body: Encodable, Sendable {
    let code: Int
    let message: String
    let errors: [Item]
    let status: String?
  }

  struct Item: Encodable, Sendable {
    let message: String
    let reason: String
    let domain: String?
    let location: String?
    let locationType: String?
  }

  init(_ error: WireError) {
    let item = Item(
      message: error.isAboutAuthorization ? "Invalid Credentials" : error.message, reason: error.reason,
      domain: error.domain, location: error.isAboutAuthorization ? "Authorization" : nil,
      locationType: error.isAboutAuthorization ? "header" : nil)
    self.error = Body(code: error.status, message: error.message, errors: [item], status: error.name)
  }

  /// The whole answer to a refusal.
  static func response(_ error: WireError) -> HTTPResponse {
    var response = HTTPResponse.json(WireEncoding.bytes(ErrorEnvelope(error)), status: error.status)
    if let seconds = error.retryAfter { response.headers["retry-after"] = String(seconds) }
    if let allow = error.allow { response.headers["allow"] = allow }
    if error.status == 401 { response.headers["www-authenticate"] = "Bearer" }
    return response
  }
}
