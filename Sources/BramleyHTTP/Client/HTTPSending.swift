/// Sends requests to other services; ``HTTPClient`` does it for real, tests give answers of their own.
public protocol HTTPSending: Sendable {
  /// Sends a request and waits for the whole answer; a status of 400 or above is an answer, not a failure.
  ///
  /// - Throws: ``HTTPClientError`` when no whole answer came within the request's deadline.
  func send(_ request: OutgoingRequest) async throws(HTTPClientError) -> OutgoingResponse
}
