import BramleyHTTP

/// An object of a request.
protocol WireObject: Decodable, Sendable {
  /// Reads the members.
  init(_ fields: WireFields) throws
}

extension WireObject {
  init(from decoder: any Decoder) throws { try self.init(WireFields(decoder)) }
}

/// The body of an operation.
protocol WireRequest: WireObject {
  /// Decodes the body of a request within bounds.
  static func decode(_ request: HTTPRequest, bounds: JSONBody) throws -> WireBody<Self>
}

extension WireRequest {
  static func decode(_ request: HTTPRequest, bounds: JSONBody) throws -> WireBody<Self> {
    try bounds.decode(WireBody.self, from: request)
  }
}

/// A body of which nothing is read.
struct NoRequest: WireRequest {
  init(_ fields: WireFields) {}
}

/// A body together with the members that every operation judges alike.
struct WireBody<Request: WireRequest>: Decodable {
  let request: Request
  var tenantID: String?
  var targetProjectID: String?

  init(_ request: Request) { self.request = request }

  init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    tenantID = try fields.text("tenantId")
    targetProjectID = try fields.text("targetProjectId")
    request = try Request(fields)
  }
}
