/// The answer of another service.
public struct OutgoingResponse: Sendable, Hashable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var headers: HTTPFields
  /// The body; the client has bounded its size.
  public var body: [UInt8]

  /// An answer as tests and the client build it.
  public init(status: Int, headers: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
