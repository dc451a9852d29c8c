/// What an SDK learns of the end of a flow (wire §7.3).
struct AuthEvent: Encodable, Sendable {
  /// Why a flow ended without an answer.
  struct Failure: Encodable, Sendable {
    let code: String
    let message: String

    /// The person broke off.
    static let cancelled = Failure(
      code: "auth/user-cancelled", message: "The person cancelled the sign-in on Apple's page.")
    /// Apple could not go on.
    static let refused = Failure(
      code: "auth/invalid-credential", message: "Apple did not sign the person in.")
  }

  let type: String
  let eventId: String?
  var urlResponse: String?
  var sessionId: String?
  var postBody: String? = ""
  var tenantId: String?
  var error: Failure?

  private enum CodingKeys: String, CodingKey {
    case type, eventId, urlResponse, sessionId, postBody, tenantId, error
  }

  /// SDKs look at every member, so a missing value is written as null.
  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(type, forKey: .type)
    try members.encode(eventId, forKey: .eventId)
    try members.encode(urlResponse, forKey: .urlResponse)
    try members.encode(sessionId, forKey: .sessionId)
    try members.encode(postBody, forKey: .postBody)
    try members.encode(tenantId, forKey: .tenantId)
    try members.encode(error, forKey: .error)
  }
}
