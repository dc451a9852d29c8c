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
  /// The routes of each literal path, by their places in ``routes``: few methods to a path need no second hash.
  private var literal: [String: [Int]] = [:]
  private var patterned: [Int] = []
  private let renderError: ErrorRenderer

  /// A router without routes.
  public init(renderError: @escaping ErrorRenderer) { self.renderError = renderError }

  /// Registers a route; the same method and path twice is a mistake of ours and traps.
  public mutating func on(_ method: HTTPMethod, _ pattern: RoutePattern, _ handler: @escaping HTTPHandler) {
    let route = Route(method: method, pattern: pattern, handler: handler)
    precondition(
      !routes.contains { $0.method == method && $0.pattern == pattern },
      "The route \(method.rawValue) \(pattern.text) is registered twice")
    if pattern.isLiteral {
      literal[pattern.text, default: []].append(routes.count)
    } else {
      patterned.append(routes.count)
    }
    routes.append(route)
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
    let isHead = request.method == .head
    let literals = literal[request.path] ?? []
    // An explicit route for HEAD goes before the GET route that would answer it as well.
    let found =
      literals.first { routes[$0].method == request.method }
      ?? (isHead ? literals.first { routes[$0].method == .get } : nil)
    if let found { return (routes[found], PathParameters()) }
    let parts = request.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    var allowed = Set(literals.map { routes[$0].method })
    for index in patterned {
      let route = routes[index]
      guard let parameters = route.pattern.match(parts) else { continue }
      if route.method == request.method || (isHead && route.method == .get) { return (route, parameters) }
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
