public import Foundation

/// Sends one HTTP request; a parameter, so that tests and apps with needs of their own can replace it.
public protocol HTTPTransport: Sendable {
  /// Sends a request and gives any answer, of whatever status.
  ///
  /// - Throws: Anything when no answer came; `URLError` codes tell a time-out from a missing network.
  func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// A request on its way out.
public struct TransportRequest: Sendable {
  /// The method, such as `POST`.
  public var method: String
  /// The address.
  public var url: URL
  /// The header fields.
  public var headers: [String: String]
  /// The body, JSON.
  public var body: Data?
  /// How long an answer may take.
  public var timeout: Duration

  /// A request with all its parts.
  public init(method: String, url: URL, headers: [String: String], body: Data?, timeout: Duration) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }
}

/// An answer of any status.
public struct TransportResponse: Sendable {
  /// The status.
  public var status: Int
  /// The header fields, names in lower case.
  public var headers: [String: String]
  /// The body.
  public var body: Data

  /// An answer with all its parts.
  public init(status: Int, headers: [String: String] = [:], body: Data) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
