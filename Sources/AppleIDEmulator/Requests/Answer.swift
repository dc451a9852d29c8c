import BramleyHTTP

/// What an endpoint answers, with a remark for the request log only.
struct Answer: Sendable {
  var response: HTTPResponse
  /// What happened behind an answer that does not say it, such as a revocation of nothing.
  var remark: String?

  init(_ response: HTTPResponse, remark: String? = nil) {
    self.response = response
    self.remark = remark
  }

  /// JSON as Apple's back channel sends it: never stored by caches.
  static func apple(_ value: some Encodable, status: Int = 200) throws -> Answer {
    Answer(appleResponse(try JSON.encode(value), status: status))
  }

  /// A JSON response with Apple's headers.
  static func appleResponse(_ body: [UInt8], status: Int) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [
        "content-type": "application/json;charset=UTF-8", "cache-control": "no-store", "pragma": "no-cache",
      ], body: body)
  }

  /// JSON of the control API.
  static func control(_ value: some Encodable, status: Int = 200) throws -> Answer {
    var response = HTTPResponse.json(try JSON.encode(value), status: status)
    response.headers["cache-control"] = "no-store"
    return Answer(response)
  }
}
