import Accounts
import BramleyHTTP

extension IdentityToolkitAPI {
  /// The methods of paths that take any (wire §1.1, v3).
  static let anyMethod: [HTTPMethod] = [.post, .get, .put, .patch, .delete]

  /// Every operation with the paths that it has on a listener (R2, R3).
  static func standing(on listener: Listener, _ mode: ServiceMode) -> [(operation: Operation, path: WirePath)]
  {
    operations.flatMap { operation -> [(operation: Operation, path: WirePath)] in
      if operation.isDevelopmentOnly, !mode.offersControlAPI { return [] }
      if case .administrator = operation.rule, !listener.servesAdministration { return [] }
      return operation.paths.compactMap { path in
        path.kind == .project && !listener.servesAdministration ? nil : (operation, path)
      }
    }
  }

  func addOperations(to router: inout Router, listener: Listener) {
    for (operation, path) in Self.standing(on: listener, mode) {
      let methods = path.kind == .legacy ? Self.anyMethod : [operation.method]
      for method in methods {
        router.on(method, path.pattern) { request, parameters in
          await answer(request, parameters, operation, path, listener)
        }
      }
    }
  }

  private func answer(
    _ request: HTTPRequest, _ parameters: PathParameters, _ operation: Operation, _ path: WirePath,
    _ listener: Listener
  ) async -> HTTPResponse {
    do {
      let authenticator = Authenticator(
        mode: mode, listener: listener, apiKeys: settings.apiKeys, register: adminTokens)
      let access = try await authenticator.access(request, rule: operation.rule, path: path.kind)
      if path.kind == .project { try judge(project: parameters["project"]) }
      note(access, operation, request)
      let bearer = operation.rule == .person ? authenticator.bearer(of: request).map(String.init) : nil
      return try await operation.run(
        WireContext(api: self, request: request, path: parameters, access: access, bearer: bearer))
    } catch let error as AccountsError where error.secondFactor != nil {
      // Not a refusal: the first factor is proven, and the client goes on with the second (wire §4.16).
      return error.secondFactor.map { .json(PendingResponse($0).encoded()) } ?? Self.failure(error)
    } catch {
      let refusal = WireError(error)
      if let detail = refusal.detail {
        log(
          "\(operation.id) \(refusal.status) \(refusal.message.prefix { $0 != " " }): \(detail) \(request.id)"
        )
      }
      return ErrorEnvelope.response(refusal)
    }
  }

  /// Every privileged request leaves a line, those that only read too (R3); what changes an account is in its
  /// audit besides. Tests of clients do nothing else all day, so `dev` keeps quiet.
  private func note(_ access: Access, _ operation: Operation, _ request: HTTPRequest) {
    guard mode == .serve, case .administrator(let administrator) = access else { return }
    log("admin \(administrator.name): \(operation.id) \(request.id)")
  }

  /// Refuses what every operation refuses alike: tenants, and projects named without authority.
  func judge(_ tenantID: String?, targetProject: String?, access: Access) throws(WireError) {
    if let tenantID, !tenantID.isEmpty { throw .tenantsNotOffered }
    guard let targetProject, !targetProject.isEmpty else { return }
    guard access.isPrivileged else { throw .projectNeedsAdministrator }
    try judge(project: targetProject)
  }

  /// One service has one project (R10).
  func judge(project: String) throws(WireError) {
    guard project != settings.project else { return }
    guard mode.takesAnyProject else { throw .refused("CONFIGURATION_NOT_FOUND", "Unknown project.") }
    guard !projectHint.set() else { return }
    log("A project in a path is not this service's; in development any project means the one there is.")
  }

  /// Tenants are not offered: their paths answer 501, whatever stands behind them (R10).
  func addTenantRefusals(to router: inout Router) {
    let refusal: HTTPHandler = { _, _ in ErrorEnvelope.response(.tenantsNotOffered) }
    for version in ["v1", "v2"] {
      let base = "/identitytoolkit.googleapis.com/\(version)/projects/{project}/tenants"
      for tail in ["", "/{tenant}", "/{tenant}/{rest}", "/{tenant}/{rest}/{more}"] {
        for method in Self.anyMethod { router.on(method, RoutePattern(base + tail), refusal) }
      }
    }
    guard mode.offersControlAPI else { return }
    for method in Self.anyMethod {
      router.on(method, "/emulator/v1/projects/{project}/tenants/{tenant}/{rest}", refusal)
    }
  }
}

extension WireError {
  /// R10.
  static let tenantsNotOffered = WireError.notImplemented("Tenants are not offered by this service.")
}
