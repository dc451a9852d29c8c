import BramleyHTTP

/// Plays the faults that stand in for the answer, or delay it.
enum FaultPlayer {
  /// How long a request without an answer is held at most.
  static let patience = Duration.seconds(50)

  /// The answer that a fault gives by itself, without the endpoint doing its work.
  static func replacement(for fault: Fault) async -> HTTPResponse? {
    switch fault.kind {
    case .status:
      return .json(Array(#"{"error":"server_error"}"#.utf8), status: fault.status ?? 503)
    case .html:
      return .html(
        "<!doctype html><title>Apple</title><h1>Service Temporarily Unavailable</h1>",
        status: fault.status ?? 200)
    case .malformed:
      return .json(Array(#"{"keys":[{"kty":"RSA","access_token":"a"#.utf8), status: fault.status ?? 200)
    case .reset:
      return HTTPResponse(status: 503, delivery: .reset)
    case .timeout:
      // Cancelled when the client gives up, which is what it is there to test.
      try? await Task.sleep(for: patience)
      return HTTPResponse(status: 503, delivery: .reset)
    case .slow, .slowBody, .badSignature, .wrongKey:
      return nil
    }
  }

  /// Delays the endpoint's work.
  static func delay(for fault: Fault) async {
    guard fault.kind == .slow else { return }
    try? await Task.sleep(for: .milliseconds(fault.delay ?? 5_000))
  }

  /// Spoils the delivery of the endpoint's answer.
  static func spoil(_ response: inout HTTPResponse, by fault: Fault) {
    if fault.kind == .slowBody { response.delivery = .trickle(millisecondsPerByte: fault.delay ?? 100) }
  }
}
