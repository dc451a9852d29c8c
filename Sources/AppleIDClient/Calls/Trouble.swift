import BramleyHTTP

/// Why no answer came from Apple, and what that means for a second try.
struct Trouble: Error {
  /// What the caller hears.
  let error: AppleServiceError
  /// Whether a second try at once can help at all.
  private let isWorthRepeating: Bool
  /// Whether Apple cannot have acted on the request.
  private let isUntouched: Bool

  /// Whether the request may be sent once more.
  func allows(_ repetition: AppleCaller.Repetition) -> Bool {
    switch repetition {
    case .always: isWorthRepeating
    case .whenUntouched: isWorthRepeating && isUntouched
    }
  }

  /// The connection failed.
  init(_ failure: HTTPClientError, at endpoint: AppleEndpoint) {
    let reason: String
    switch failure.code {
    case .timedOut: reason = "did not answer in time"
    case .couldNotConnect: reason = "cannot be reached; check name service, routes and firewall"
    case .tls: reason = "has no TLS connection with us; check the system's certificates and clock"
    case .reset: reason = "broke the connection off"
    case .privateAddress: reason = "leads to an address that is not public; check name service"
    case .tooLarge: reason = "answered with more than is read"
    case .malformed: reason = "did not answer in HTTP"
    default: reason = "was not asked: \(failure.code.rawValue)"
    }
    error = AppleServiceError(.unreachable, fault: .apple, message: "Apple's \(endpoint.rawValue) \(reason).")
    // After a time-out the caller has waited long enough.
    isWorthRepeating = [.couldNotConnect, .tls, .reset, .malformed].contains(failure.code)
    isUntouched = failure.isBeforeSending
  }

  /// What came is not an answer; nil when it is one.
  init?(_ response: OutgoingResponse, from endpoint: AppleEndpoint) {
    let retryAfter = Self.retryAfter(response.headers)
    switch response.status {
    case 200 where endpoint.answers(with: response.body): return nil
    case 429:
      error = AppleServiceError(
        .throttled, fault: .apple, message: "Apple's \(endpoint.rawValue) asks to slow down.",
        retryAfter: retryAfter)
      isWorthRepeating = false
      isUntouched = true
    case 400..<500 where AppleRefusal(body: response.body) != nil: return nil
    case 500...:
      error = AppleServiceError(
        .unreachable, fault: .apple,
        message: "Apple's \(endpoint.rawValue) answered with the server error \(response.status).",
        retryAfter: retryAfter)
      isWorthRepeating = retryAfter == nil
      // 503: nobody took the request on. 500, 502 and 504 leave that open.
      isUntouched = response.status == 503
    default:
      error = AppleServiceError(
        .malformed, fault: .apple,
        message:
          "Apple's \(endpoint.rawValue) answered with the status \(response.status), but not with what it should."
      )
      isWorthRepeating = true
      isUntouched = false
    }
  }

  /// Whole seconds of `Retry-After`, at most a day; dates are not read (RFC 9110 §10.2.3).
  private static func retryAfter(_ headers: HTTPFields) -> Duration? {
    guard let text = headers["retry-after"], let seconds = UInt32(text) else { return nil }
    return .seconds(min(seconds, 86_400))
  }
}
