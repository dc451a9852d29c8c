/// A request that has arrived whole: its head and its bounded body.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The path as sent, still percent-encoded, without the query.
  public var path: String
  /// The query as sent, without the question mark; empty when there was none.
  public var query: String
  /// The header fields.
  public var headers: HTTPFields
  /// The body; the server has bounded its size.
  public var body: [UInt8]
  /// The textual address of the peer that holds the connection, without the port (`127.0.0.1`, `::1`).
  public var peer: String
  /// An identifier of this request for log lines and the `X-Request-Id` of the answer; never a secret.
  public var id: String

  /// A request as tests and the server build it.
  public init(
    method: HTTPMethod, path: String, query: String = "", headers: HTTPFields = [:], body: [UInt8] = [],
    peer: String = "127.0.0.1", id: String = "test"
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.peer = peer
    self.id = id
  }
}
