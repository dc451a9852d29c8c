import BramleyHTTP

/// Sends a request to Apple and tells Apple's trouble from answers.
///
/// What comes back with status 200 or 400 to 499 is an answer if it has the form of one; all else (silence,
/// resets, HTML pages, redirects, server errors) is Apple's trouble and blames nobody (FR-18).
struct AppleCaller: Sendable {
  /// Whether a request that ended in Apple's trouble may be sent once more, on a fresh connection.
  enum Repetition {
    /// Sending it twice does what sending it once does.
    case always
    /// It holds what can be used once only: no second time unless Apple cannot have looked at it.
    case whenUntouched
  }

  /// Fields of every request: Apple has been seen to refuse calls without them.
  static let headers: HTTPFields = ["accept": "application/json", "user-agent": "Bramley"]

  let http: any HTTPSending

  /// Sends a request; an answer is a success or an error of Apple's in JSON.
  func send(
    _ request: OutgoingRequest, to endpoint: AppleEndpoint, repeating repetition: Repetition
  ) async throws(AppleServiceError) -> OutgoingResponse {
    var request = request
    let first = await attempt(request, to: endpoint)
    guard case .failure(let trouble) = first, trouble.allows(repetition) else {
      return try Self.answer(first)
    }
    request.needsFreshConnection = true
    return try Self.answer(await attempt(request, to: endpoint))
  }

  /// Sends a form.
  func post(
    _ url: String, form: FormFields, bearer: String? = nil, to endpoint: AppleEndpoint,
    repeating repetition: Repetition
  ) async throws(AppleServiceError) -> OutgoingResponse {
    var request = OutgoingRequest.post(url, form: form)
    for field in Self.headers.fields { request.headers[field.name] = field.value }
    if let bearer { request.headers["authorization"] = "Bearer \(bearer)" }
    request.timeout = .seconds(10)
    return try await send(request, to: endpoint, repeating: repetition)
  }

  private func attempt(
    _ request: OutgoingRequest, to endpoint: AppleEndpoint
  ) async -> Result<OutgoingResponse, Trouble> {
    do throws(HTTPClientError) {
      let response = try await http.send(request)
      if let trouble = Trouble(response, from: endpoint) { return .failure(trouble) }
      return .success(response)
    } catch {
      return .failure(Trouble(error, at: endpoint))
    }
  }

  private static func answer(
    _ result: Result<OutgoingResponse, Trouble>
  ) throws(AppleServiceError) -> OutgoingResponse {
    switch result {
    case .success(let response): return response
    case .failure(let trouble): throw trouble.error
    }
  }
}
