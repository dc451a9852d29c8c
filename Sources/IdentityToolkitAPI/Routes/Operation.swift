import BramleyHTTP

/// One operation of the wire: its names, who may call it, and what it does.
struct Operation: Sendable {
  /// The name that errors and OpenAPI use: `accounts.lookup`.
  let id: String
  /// What it does, in a sentence for OpenAPI.
  let summary: String
  /// The method; paths of v3 take any.
  let method: HTTPMethod
  /// Its paths.
  let paths: [WirePath]
  /// Who may call it.
  let rule: AccessRule
  /// Whether it exists in `dev` only (R2).
  let isDevelopmentOnly: Bool
  /// The types of request and answer, for OpenAPI.
  let request: any WireRequest.Type
  let response: any WireResponse.Type
  /// Decodes, calls, encodes.
  let run: @Sendable (WireContext) async throws -> HTTPResponse

  /// An operation whose handler takes a decoded request.
  ///
  /// - Parameters:
  ///   - bodyLimit: The longest body, in bytes.
  ///   - valueLimit: The greatest number of values in it.
  init<Request: WireRequest, Response: WireResponse>(
    _ id: String, _ summary: String, method: HTTPMethod = .post, _ paths: [WirePath], _ rule: AccessRule,
    isDevelopmentOnly: Bool = false, bodyLimit: Int = 1 << 20, valueLimit: Int = 10_000,
    _ handler: @escaping @Sendable (Request, WireContext) async throws -> Response
  ) {
    self.id = id
    self.summary = summary
    self.method = method
    self.paths = paths
    self.rule = rule
    self.isDevelopmentOnly = isDevelopmentOnly
    self.request = Request.self
    self.response = Response.self
    run = { context in
      // A missing body is as `{}`: some clients send none where nothing is needed.
      let bounds = JSONBody(limit: bodyLimit, shape: JSONShape.Limits(values: valueLimit), takesEmpty: true)
      let body = try Request.decode(context.request, bounds: bounds)
      try context.api.judge(body.tenantID, targetProject: body.targetProjectID, access: context.access)
      return HTTPResponse.json(try await handler(body.request, context).encoded())
    }
  }

  /// An operation without a body that is read.
  init<Response: WireResponse>(
    _ id: String, _ summary: String, method: HTTPMethod = .get, _ paths: [WirePath], _ rule: AccessRule,
    isDevelopmentOnly: Bool = false,
    reading handler: @escaping @Sendable (WireContext) async throws -> Response
  ) {
    self.id = id
    self.summary = summary
    self.method = method
    self.paths = paths
    self.rule = rule
    self.isDevelopmentOnly = isDevelopmentOnly
    request = NoRequest.self
    response = Response.self
    run = { HTTPResponse.json(try await handler($0).encoded()) }
  }
}

/// The answer of an operation.
protocol WireResponse: Encodable, Sendable {
  /// The answer as JSON text.
  func encoded() -> [UInt8]
}

extension WireResponse {
  func encoded() -> [UInt8] { WireEncoding.bytes(self) }
}

/// `{}`.
struct EmptyResponse: WireResponse {}
