/// Answers preflights and marks answers for scripts of other origins that are allowed to read them (R4).
///
/// Credentials are never allowed: no cookie of ours is of use to a script elsewhere.
///
/// - Standard: WHATWG Fetch, "HTTP-CORS protocol".
public struct CrossOrigin: HTTPResponder {
  /// Decides whether scripts of an origin may read the answer of a path.
  public typealias Policy = @Sendable (_ origin: String, _ path: String) -> Bool

  private static let methods = "GET,HEAD,PUT,PATCH,POST,DELETE"
  private let isAllowed: Policy
  private let responder: any HTTPResponder

  /// - Parameters:
  ///   - responder: Answers the requests.
  ///   - isAllowed: The policy.
  public init(around responder: any HTTPResponder, isAllowed: @escaping Policy) {
    self.responder = responder
    self.isAllowed = isAllowed
  }

  /// Answers a preflight by itself, everything else by the responder.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    let origin = request.headers.occurrences(of: "origin")
    let isPreflight =
      request.method == .options && request.headers.contains("access-control-request-method")
    guard origin.count == 1, let origin = origin.first, isAllowed(origin, request.path) else {
      // Without the fields the browser refuses by itself; an OPTIONS without them is still answered.
      guard request.method == .options, isPreflight || request.path == "*" else {
        return CrossOrigin.varying(await responder.respond(to: request))
      }
      return CrossOrigin.varying(HTTPResponse(status: 204))
    }
    var response = isPreflight ? HTTPResponse(status: 204) : await responder.respond(to: request)
    response.headers["access-control-allow-origin"] = origin
    if isPreflight {
      response.headers["access-control-allow-methods"] = CrossOrigin.methods
      if let asked = request.headers["access-control-request-headers"] {
        response.headers["access-control-allow-headers"] = asked
      }
      if request.headers["access-control-request-private-network"] == "true" {
        response.headers["access-control-allow-private-network"] = "true"
      }
      response.headers["access-control-max-age"] = "600"
    }
    return CrossOrigin.varying(response)
  }

  /// Whether an origin is a page on this machine: `localhost`, its subdomains, or a loopback address.
  public static func isLoopback(_ origin: String) -> Bool {
    guard let slashes = origin.firstRange(of: "://") else { return false }
    let scheme = origin[..<slashes.lowerBound]
    guard scheme == "http" || scheme == "https" else { return false }
    return HostName(authority: origin[slashes.upperBound...])?.isLoopback ?? false
  }

  private static func varying(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.headers.add(vary)
    return response
  }

  private static let vary = HTTPFields.Field("vary", "origin")
}
