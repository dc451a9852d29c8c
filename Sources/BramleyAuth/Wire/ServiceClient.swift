import BramleyCrypto
import Foundation

/// Calls the service: addresses, headers, retries, and errors in our terms.
struct ServiceClient: Sendable {
  let configuration: AuthConfiguration
  let origin: Origin

  /// Calls an endpoint with a JSON body.
  ///
  /// Every try of one call carries the same request id, so that the service knows a repeated one (R20).
  func call<Answer: Decodable & Sendable>(
    _ endpoint: Endpoint, _ body: (any Encodable)? = nil, bearer: String? = nil
  ) async throws(AuthError) -> Answer {
    let content = try await bytes(endpoint, body, bearer: bearer)
    do {
      return try JSONDecoder().decode(Answer.self, from: content.isEmpty ? Data("{}".utf8) : content)
    } catch {
      throw AuthError(.internalError, "The answer of \(endpoint.path) has another shape than expected.")
    }
  }

  /// Calls an endpoint and gives the body of the answer.
  func bytes(
    _ endpoint: Endpoint, _ body: (any Encodable)? = nil, bearer: String? = nil
  ) async throws(AuthError) -> Data {
    let requestID = Hex.encode(configuration.randomBytes(16))
    let request = try request(endpoint, body, bearer: bearer, requestID: requestID)
    var attempt = 1
    while true {
      do throws(AuthError) {
        return try await send(request, endpoint, requestID)
      } catch {
        guard let wait = RetryRule.wait(after: error, attempt: attempt, mayRepeat: endpoint.mayRepeat)
        else { throw error }
        attempt += 1
        do { try await configuration.clock.sleep(for: wait) } catch { throw AuthError(.canceled) }
      }
    }
  }

  private func request(
    _ endpoint: Endpoint, _ body: (any Encodable)?, bearer: String?, requestID: String
  ) throws(AuthError) -> TransportRequest {
    let url = try origin.url(endpoint.path, apiKey: configuration.apiKey)
    var headers = [
      "Accept": "application/json", "X-Client-Version": "BramleyAuth/\(AuthConfiguration.version)",
      "X-Bramley-Request-Id": requestID,
    ]
    if let bearer { headers["Authorization"] = "Bearer \(bearer)" }
    if let bundle = configuration.bundleIdentifier { headers["X-Ios-Bundle-Identifier"] = bundle }
    var content: Data?
    if let body {
      headers["Content-Type"] = "application/json"
      let encoder = JSONEncoder()
      // The same body byte for byte in every try.
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      do { content = try encoder.encode(body) } catch {
        throw AuthError(.internalError, "The request cannot be written as JSON.")
      }
    }
    return TransportRequest(
      method: endpoint.method.rawValue, url: url, headers: headers, body: content,
      timeout: endpoint.timeout)
  }

  private func send(
    _ request: TransportRequest, _ endpoint: Endpoint, _ requestID: String
  ) async throws(AuthError) -> Data {
    var entry = AuthLogEntry(.answered, String(endpoint.path.prefix { $0 != "?" }))
    entry.requestID = requestID
    let response: TransportResponse
    do {
      response = try await configuration.transport.send(request)
    } catch {
      let failure = Self.unanswered(error)
      var lost = AuthLogEntry(.unanswered, entry.subject)
      lost.requestID = requestID
      lost.constant = "\(failure.code.rawValue)"
      configuration.log(lost)
      throw failure
    }
    entry.status = response.status
    entry.traceID = response.headers["x-request-id"]
    guard (200..<300).contains(response.status) else {
      let failure = Self.refused(response)
      entry.constant = failure.constant
      configuration.log(entry)
      throw failure
    }
    configuration.log(entry)
    return response.body
  }

  private static func unanswered(_ error: any Error) -> AuthError {
    if error is CancellationError { return AuthError(.canceled) }
    let system = error as NSError
    guard system.domain == NSURLErrorDomain else {
      return AuthError(.networkError, "The transport failed: \(system.domain) \(system.code).")
    }
    switch URLError.Code(rawValue: system.code) {
    case .cancelled: return AuthError(.canceled)
    case .timedOut: return AuthError(.timedOut, "The service did not answer in time.")
    default: return AuthError(.networkError, "The service cannot be reached (\(system.code)).")
    }
  }

  static func refused(_ response: TransportResponse) -> AuthError {
    let body = try? JSONDecoder().decode(WireAnswers.Failure.self, from: response.body)
    let message = body?.error.message ?? ""
    // "CONSTANT : text"; the text may hold colons too.
    let parts = message.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    let constant = parts.first ?? ""
    let detail = parts.count > 1 ? parts[1] : ""
    let isDown = [500, 502, 503, 504].contains(response.status)
    var error = AuthError(
      isDown
        ? .unavailable
        : response.status == 429
          ? .tooManyRequests
          : WireConstants.code(constant, detail: detail), detail)
    if constant.hasPrefix("API key not valid") || response.status == 403 && body != nil {
      error = AuthError(.invalidAPIKey, message)
    }
    error.constant = constant.isEmpty ? "HTTP_\(response.status)" : constant
    error.traceID = response.headers["x-request-id"]
    error.retryAfter = response.headers["retry-after"].flatMap(Int64.init).map { .seconds($0) }
    return error
  }
}
