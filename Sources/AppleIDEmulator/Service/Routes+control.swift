import BramleyHTTP

extension Routes {
  /// The control API: bodies and answers in JSON.
  static func control(_ core: EmulatorCore) -> [Route] {
    people(core) + registry(core) + behaviour(core)
  }

  private static func people(_ core: EmulatorCore) -> [Route] {
    let native = NativeEndpoint(core: core)
    let users = UserControl(core: core)
    let mail = MailboxControl(core: core)
    let records = RecordControl(core: core)
    return [
      Route(
        method: .post, pattern: "/emulator/v1/native/authorizations", faults: .authorize, isLogged: true
      ) { request, _, flaw in try await native.authorize(request, flaw: flaw) },
      route(.get, "/credential-state") { request, _ in try native.credentialState(request) },
      route(.get, "/users") { request, _ in try users.list(request) },
      route(.post, "/users") { request, _ in try await users.create(request) },
      route(.patch, "/users/{user}") { try await users.change($0, user: $1["user"]) },
      route(.delete, "/users/{user}") { try await users.remove(user: $1["user"]) },
      route(.post, "/users/{user}/events") { try await users.event($0, user: $1["user"]) },
      route(.get, "/grants") { request, _ in try records.grants(request) },
      route(.get, "/mailboxes") { _, _ in try mail.list() },
      route(.get, "/mailboxes/{address}") { try mail.show($1["address"]) },
      route(.post, "/mailboxes/{address}") { try await mail.deliver($0, to: $1["address"]) },
    ]
  }

  private static func registry(_ core: EmulatorCore) -> [Route] {
    let teams = TeamControl(core: core)
    let keys = KeyControl(core: core)
    let clients = ClientControl(core: core)
    return [
      route(.get, "/teams") { _, _ in try teams.list() },
      route(.post, "/teams") { request, _ in try await teams.create(request) },
      route(.get, "/keys") { _, _ in try keys.list() },
      route(.post, "/keys") { request, _ in try await keys.create(request) },
      route(.post, "/keys:rotate") { request, _ in try await keys.rotate(request) },
      route(.get, "/keys/{kid}.p8") { try keys.download($1["kid"]) },
      route(.delete, "/keys/{kid}") { try await keys.revoke($1["kid"]) },
      route(.get, "/clients") { _, _ in try clients.list() },
      route(.post, "/clients") { request, _ in try await clients.create(request) },
      route(.delete, "/clients/{client}") { try await clients.remove($1["client"]) },
      route(.get, "/transfers") { _, _ in try clients.transfers() },
      route(.post, "/transfers") { request, _ in try await clients.transfer(request) },
    ]
  }

  private static func behaviour(_ core: EmulatorCore) -> [Route] {
    let settings = SettingsControl(core: core)
    let records = RecordControl(core: core)
    return [
      route(.get, "/settings") { _, _ in try settings.show() },
      route(.patch, "/settings") { request, _ in try await settings.change(request) },
      route(.get, "/faults") { _, _ in try settings.faults() },
      route(.post, "/faults") { request, _ in try await settings.add(request) },
      route(.delete, "/faults") { _, _ in try await settings.removeFaults() },
      route(.get, "/requests") { _, _ in try records.requests() },
      route(.get, "/notifications") { _, _ in try records.notifications() },
      route(.delete, "/state") { _, _ in
        try await core.startAfresh()
        return Answer(HTTPResponse(status: 204))
      },
    ]
  }

  private static func route(
    _ method: HTTPMethod, _ path: String,
    _ endpoint: @escaping @Sendable (HTTPRequest, PathParameters) async throws -> Answer
  ) -> Route {
    Route(method: method, pattern: RoutePattern("/emulator/v1" + path)) { request, parameters, _ in
      try await endpoint(request, parameters)
    }
  }
}
