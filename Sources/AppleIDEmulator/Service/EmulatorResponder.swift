import BramleyHTTP
import BramleyCrypto

/// Answers every request: plays faults, finds the endpoint, renders refusals, keeps the request log.
struct EmulatorResponder: HTTPResponder {
  /// An endpoint's work.
  typealias Endpoint = @Sendable (HTTPRequest, PathParameters, ServiceKeySet.Flaw) async throws -> Answer

  private let router: Router
  private let core: EmulatorCore

  init(core: EmulatorCore) {
    self.core = core
    var router = Router { error, request in
      Self.render(error, request: request)
    }
    for route in Routes.all(core) { Self.add(route, to: &router, core) }
    self.router = router
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    if ControlNames.covers(request.path), !core.controlNames.allows(request) {
      return Self.render(ControlNames.refusal, request: request)
    }
    return await router.respond(to: request)
  }

  private static func add(_ route: Routes.Route, to router: inout Router, _ core: EmulatorCore) {
    router.on(route.method, route.pattern) { request, parameters in
      let start = ContinuousClock.now
      let fault = route.faults.flatMap { endpoint in
        core.keeper.read { $0.faults.isEmpty ? nil : $0.faults.take(endpoint) }
      }
      var entry = (error: String?.none, reason: String?.none)
      var response: HTTPResponse
      do {
        if let fault, let replacement = await FaultPlayer.replacement(for: fault) {
          response = replacement
        } else {
          if let fault { await FaultPlayer.delay(for: fault) }
          let answer = try await route.endpoint(request, parameters, fault?.flaw ?? .none)
          response = answer.response
          entry.reason = answer.remark
          if let fault { FaultPlayer.spoil(&response, by: fault) }
        }
      } catch {
        response = render(error, request: request)
        let refusal = error as? Refusal
        entry = (refusal?.code.rawValue ?? "internal_error", refusal?.reason ?? "The emulator failed.")
      }
      if route.isLogged {
        core.log.note(
          request, status: response.status, error: entry.error, reason: entry.reason,
          fault: fault?.kind.rawValue, duration: start.duration(to: .now), at: core.now())
      }
      return response
    }
  }

  /// Renders what an endpoint threw, and paths that do not exist.
  static func render(_ error: any Error, request: HTTPRequest) -> HTTPResponse {
    let refusal: Refusal
    switch error {
    case let known as Refusal: refusal = known
    case RoutingFailure.methodNotAllowed(let methods):
      var response = render(
        .control(405, .methodNotAllowed, "This path takes \(methods.joined(separator: ", "))."), request)
      response.headers["allow"] = methods.joined(separator: ", ")
      return response
    case is RoutingFailure: refusal = .control(404, .notFound, "There is nothing at this path.")
    case let failure as EmulatorError: refusal = .control(500, .internalError, failure.description)
    default: refusal = .control(500, .internalError, "The emulator could not do this; see its log.")
    }
    return render(refusal, request)
  }

  private static func render(_ refusal: Refusal, _ request: HTTPRequest) -> HTTPResponse {
    struct AppleError: Encodable {
      let error: String
      let error_description: String?
    }
    struct ControlError: Encodable {
      let error: String
      let message: String
    }
    let oauth = AppleError(error: refusal.code.rawValue, error_description: refusal.description)
    var response: HTTPResponse
    switch refusal.form {
    case .page(let message) where request.headers["accept"]?.contains("text/html") == true:
      response = ErrorPage.response(
        code: refusal.code.rawValue, message: message, status: refusal.status,
        acceptLanguage: request.headers["accept-language"])
    case .page, .oauth:
      // Two short strings always encode.
      response = Answer.appleResponse((try? JSON.encode(oauth)) ?? [], status: refusal.status)
    case .control:
      let body = ControlError(error: refusal.code.rawValue, message: refusal.reason)
      response = .json((try? JSON.encode(body)) ?? [], status: refusal.status)
    }
    if let seconds = refusal.retryAfter { response.headers["retry-after"] = String(seconds) }
    return response
  }
}
