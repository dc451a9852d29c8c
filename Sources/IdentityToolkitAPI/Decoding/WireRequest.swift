import BramleyHTTP
import BramleyJOSE

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
    if let body = WireBody<Self>(plain: request.body, bounds: bounds) { return body }
    return try bounds.decode(WireBody.self, from: request)
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

  init(from decoder: any Decoder) throws { try self.init(WireFields(decoder)) }

  /// Reads a body whose members are plain; nil for any other, and for whatever is refused.
  ///
  /// Most bodies are, and take a fifth of a decoder's time this way. What this lets pass a decoder would read
  /// the same; a test holds that.
  init?(plain body: [UInt8], bounds: JSONBody) {
    // No list or object fits into a depth of one, so the members are all the values there are.
    let limits = StrictJSON.Limits(bytes: bounds.limit, depth: 1, members: min(64, bounds.shape.values - 1))
    guard bounds.contentTypes == .any, bounds.shape.depth > 0,
      let object = try? JSONObject(body, limits: limits)
    else { return nil }
    do {
      try self.init(WireFields(plain: object))
    } catch {
      // Nothing is hidden: the decoder that comes next says what is wrong.
      return nil
    }
  }

  private init(_ fields: WireFields) throws {
    tenantID = try fields.text("tenantId")
    targetProjectID = try fields.text("targetProjectId")
    request = try Request(fields)
  }
}
