/// Answers one request; what it throws is rendered by the router's error renderer.
public typealias HTTPHandler = @Sendable (HTTPRequest, PathParameters) async throws -> HTTPResponse

/// Anything that answers requests: a router, or middleware around one.
public protocol HTTPResponder: Sendable {
  /// Answers; it never throws, since a failure has been rendered by then.
  func respond(to request: HTTPRequest) async -> HTTPResponse
}

/// Finds the handler of a request by method and path.
///
/// Literal paths are found in a dictionary; patterns with holes are tried in the order of registration.
/// A `HEAD` request is answered by the `GET` route; the server leaves the body out.
public struct Router: HTTPResponder {
  /// One registered route.
  public struct Route: Sendable {
    /// The method that it answers.
    public let method: HTTPMethod
    /// The path that it answers.
    public let pattern: RoutePattern
    let handler: HTTPHandler
  }

  /// Renders what a handler threw, and the misses: ``RoutingFailure``.
  public typealias ErrorRenderer = @Sendable (any Error, HTTPRequest) -> HTTPResponse

  /// Every route in the order of registration.
  public private(set) var routes: [Route] = []
  private var literal: [String: [HTTPMethod: Route]] = [:]
  private var patterned: [Route] = []
  private let renderError: ErrorRenderer

  /// A router without routes.
  public init(renderError: @escaping ErrorRenderer) { self.renderError = renderError }

  /// Registers a route; the same method and path twice is a mistake of ours and traps.
  public mutating func on(_ method: HTTPMethod, _ pattern: RoutePattern, _ handler: @escaping HTTPHandler) {
    let route = Route(method: method, pattern: pattern, handler: handler)
    precondition(
      !routes.contains { $0.method == method && $0.pattern == pattern },
      "The route \(method.rawValue) \(pattern.text) is registered twice")
    routes.append(route)
    if pattern.isLiteral {
      literal[pattern.text, default: [:]][method] = route
    } else {
      patterned.append(route)
    }
  }

  /// Registers every route of another router.
  public mutating func add(_ other: Router) {
    for route in other.routes { on(route.method, route.pattern, route.handler) }
  }

  /// Finds the handler and lets it answer.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    var pattern: String?
    var response: HTTPResponse
    do {
      let (route, parameters) = try find(request)
      pattern = route.pattern.text
      response = try await route.handler(request, parameters)
    } catch {
      response = renderError(error, request)
    }
    response.route = pattern
    return response
  }

  private func find(_ request: HTTPRequest) throws(RoutingFailure) -> (Route, PathParameters) {
    // An explicit route for HEAD goes before the GET route that would answer it as well.
    let methods: [HTTPMethod] = request.method == .head ? [.head, .get] : [request.method]
    let literals = literal[request.path]
    for method in methods {
      if let route = literals?[method] { return (route, PathParameters()) }
    }
    let parts = request.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    var allowed = literals.map { Set($0.keys) } ?? []
    for route in patterned {
      guard let parameters = route.pattern.match(parts) else { continue }
      if methods.contains(route.method) { return (route, parameters) }
      allowed.insert(route.method)
    }
    throw allowed.isEmpty ? .noSuchPath : .methodNotAllowed(allowed.map(\.rawValue).sorted())
  }
}

/// Why no handler was found.
public enum RoutingFailure: Error, Hashable {
  /// No route has this path.
  case noSuchPath
  /// The path exists with other methods, listed in alphabetical order.
  case methodNotAllowed([String])
}
