/// A request to another service.
public struct OutgoingRequest: Sendable, Hashable {
  /// The method.
  public var method: HTTPMethod
  /// The absolute address, `http` or `https`.
  public var url: String
  /// The header fields; `Host`, `Content-Length` and `User-Agent` are added.
  public var headers: HTTPFields
  /// The body; empty for none.
  public var body: [UInt8]
  /// How long the whole exchange may take; nil for the client's own limit.
  public var timeout: Duration?
  /// Whether a new connection must be made for it: for a second try, when the first one met nonsense.
  public var needsFreshConnection = false

  /// A request of any kind.
  public init(
    method: HTTPMethod, url: String, headers: HTTPFields = [:], body: [UInt8] = [], timeout: Duration? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }

  /// A `GET` of an address.
  public static func get(_ url: String, headers: HTTPFields = [:]) -> OutgoingRequest {
    OutgoingRequest(method: .get, url: url, headers: headers)
  }

  /// A `POST` of form fields.
  public static func post(_ url: String, form: FormFields) -> OutgoingRequest {
    OutgoingRequest(
      method: .post, url: url, headers: ["content-type": "application/x-www-form-urlencoded"],
      body: Array(form.encoded.utf8))
  }

  /// A `POST` of JSON text in UTF-8.
  public static func post(_ url: String, json: [UInt8]) -> OutgoingRequest {
    OutgoingRequest(method: .post, url: url, headers: ["content-type": "application/json"], body: json)
  }
}
