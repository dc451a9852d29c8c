import BramleyHTTP

/// Every path of the emulated service and of the control API.
enum Routes {
  /// One of them.
  struct Route: Sendable {
    let method: HTTPMethod
    let pattern: RoutePattern
    /// The endpoint whose faults are played here; none for the control API.
    var faults: Fault.Endpoint?
    /// Whether a request shows up in the request log.
    var isLogged = false
    let endpoint: EmulatorResponder.Endpoint
  }

  /// All of them in the order in which they are tried.
  static func all(_ core: EmulatorCore) -> [Route] {
    apple(core) + migration(core) + console(core) + assets() + control(core)
  }

  /// Apple's own paths.
  private static func apple(_ core: EmulatorCore) -> [Route] {
    let discovery = DiscoveryEndpoint(core: core)
    let authorization = AuthorizationEndpoint(core: core)
    let token = TokenEndpoint(core: core)
    let revocation = RevocationEndpoint(core: core)
    return [
      Route(
        method: .get, pattern: "/.well-known/openid-configuration", faults: .discovery, isLogged: true
      ) { request, _, _ in try discovery.configuration(request) },
      Route(method: .get, pattern: "/auth/keys", faults: .keys, isLogged: true) { _, _, flaw in
        try discovery.keys(flaw: flaw)
      },
      Route(method: .get, pattern: "/auth/authorize", faults: .authorize, isLogged: true) { request, _, _ in
        try authorization.show(request)
      },
      Route(method: .post, pattern: "/auth/authorize", faults: .authorize, isLogged: true) {
        request, _, flaw in try await authorization.decide(request, flaw: flaw)
      },
      Route(method: .post, pattern: RoutePattern(AuthorizationEndpoint.consentPath), isLogged: true) {
        request, _, flaw in try await authorization.decide(request, flaw: flaw)
      },
      Route(method: .post, pattern: "/auth/token", faults: .token, isLogged: true) { request, _, flaw in
        try await token.respond(to: request, flaw: flaw)
      },
      Route(method: .post, pattern: "/auth/revoke", faults: .revoke, isLogged: true) { request, _, _ in
        try await revocation.respond(to: request)
      },
    ]
  }

  private static func migration(_ core: EmulatorCore) -> [Route] {
    let migration = MigrationEndpoint(core: core)
    let path: RoutePattern = "/auth/usermigrationinfo"
    return [
      Route(method: .post, pattern: path, faults: .usermigrationinfo, isLogged: true) { request, _, _ in
        try await migration.respond(to: request)
      }
    ]
  }

  private static func console(_ core: EmulatorCore) -> [Route] {
    let page = ConsolePage(core: core)
    let action = ConsoleAction(core: core)
    return [
      Route(method: .get, pattern: "/") { request, _, _ in
        Answer(page.response(notice: FormFields(parsing: request.query)?["notice"]))
      },
      Route(method: .post, pattern: RoutePattern(ConsolePage.actionPath)) { request, _, _ in
        try await action.perform(request)
      },
      style(ConsolePage.stylePath, PackageResources.console_css),
    ]
  }

  private static func assets() -> [Route] {
    let script = ScriptEndpoint()
    let buttons = ButtonEndpoint()
    func button(_ path: RoutePattern, _ layout: ButtonRequest.Layout) -> Route {
      Route(method: .get, pattern: path) { request, _, _ in
        try await buttons.respond(to: request, layout: layout)
      }
    }
    return [
      style(PageFrame.stylePath, PackageResources.sign_in_css),
      Route(method: .get, pattern: "/appleauth/static/jsapi/appleid/1/{locale}/appleid.auth.js") {
        _, parameters, _ in try script.respond(locale: parameters["locale"])
      },
      button("/appleid/button", .center), button("/appleid/button/left", .left),
      button("/appleid/button/logo", .logo),
    ]
  }

  /// A style sheet as it is embedded.
  static func style(_ path: String, _ bytes: [UInt8]) -> Route {
    Route(method: .get, pattern: RoutePattern(path)) { _, _, _ in
      Answer(
        HTTPResponse(
          status: 200,
          headers: [
            "content-type": "text/css; charset=utf-8", "cache-control": "max-age=300",
            "x-content-type-options": "nosniff",
          ], body: bytes))
    }
  }
}
