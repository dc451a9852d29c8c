package import Accounts
package import BramleyCrypto
package import BramleyHTTP
import Synchronization

/// The Identity Toolkit wire over the domain: paths, spellings, credentials and errors, and no rule.
package struct IdentityToolkitAPI: Sendable {
  /// What the wire needs to know besides the domain.
  package struct Settings: Sendable {
    /// The project id.
    package var project: String
    /// The project's number, which the token endpoint answers with.
    package var projectNumber = "12345"
    /// The keys that count; empty: any (R10).
    package var apiKeys: Set<String> = []
    /// Hosts whose pages may sign people in (R38).
    package var authorizedDomains: [String] = ["localhost", "127.0.0.1"]
    /// `https://…` without a slash at its end; nil in `dev`: the loopback name that a request came by (R8).
    package var publicOrigin: String?
    /// The prefix of every path: empty, or beginning and not ending with a slash.
    package var basePath = ""

    /// The defaults of a project.
    package init(project: String) { self.project = project }
  }

  let accounts: Accounts
  let signer: any TokenSigner
  let mode: ServiceMode
  let settings: Settings
  let time: any TimeSource
  let random: any RandomSource
  let adminTokens: any AdminTokenRegister
  /// What `dev` sent; nil in `serve`, where codes are never shown (R2).
  package let mailbox: DevelopmentMailbox?
  let wait: @Sendable (Duration) async throws -> Void
  let log: @Sendable (String) -> Void
  /// Whether the hint about other projects was given; once is enough (R10).
  let projectHint = Flag()

  /// The wire of a service.
  ///
  /// - Parameters:
  ///   - signer: Whose public keys are published.
  ///   - mailbox: Where `dev` keeps what the domain sent, for the control API; ignored in `serve`.
  ///   - wait: Sleeps between two looks of a long poll.
  ///   - log: Takes a line for refusals whose cause an operator should know; no line holds a secret.
  package init(
    accounts: Accounts, signer: any TokenSigner, mode: ServiceMode, settings: Settings,
    time: any TimeSource, random: any RandomSource,
    adminTokens: any AdminTokenRegister = NoAdminTokens(),
    mailbox: DevelopmentMailbox? = nil,
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.accounts = accounts
    self.signer = signer
    self.mode = mode
    self.settings = settings
    self.time = time
    self.random = random
    self.adminTokens = adminTokens
    self.mailbox = mode.offersControlAPI ? mailbox : nil
    self.wait = wait
    self.log = log
  }

  /// Every operation, in the order of the documentation.
  static let operations: [Operation] =
    signInOperations + accountOperations + administrationOperations + tokenOperations + projectOperations
    + personOperations + controlOperations

  /// The routes of a listener; each answers its own failures in the wire's envelope.
  ///
  /// - Parameter home: Answers `GET /` for a browser; everything else gets the readiness JSON (R9).
  package func routes(for listener: Listener, home: HTTPHandler? = nil) -> Router {
    var router = Router { error, _ in Self.failure(error) }
    addOperations(to: &router, listener: listener)
    addDocument(to: &router, listener: listener)
    addDiscovery(to: &router)
    addTenantRefusals(to: &router)
    addEmulatorAction(to: &router)
    addNotOffered(to: &router, listener: listener)
    router.on(.get, "/") { request, path in
      if let home, Self.wantsPage(request) { return try await home(request, path) }
      return HTTPResponse.json(Readiness().encoded())
    }
    return router
  }

  /// The wire's answer to anything thrown, also to ``RoutingFailure``: for the router that these routes join.
  package static func failure(_ error: any Error) -> HTTPResponse { ErrorEnvelope.response(WireError(error)) }

  /// The wire's answer to what the server refused by itself.
  package static func failure(_ refusal: ServerRefusal) -> HTTPResponse {
    ErrorEnvelope.response(WireError(refusal))
  }

  /// Whether whoever asks is a browser that wants to show a page (R9).
  package static func wantsPage(_ request: HTTPRequest) -> Bool {
    (request.method == .get || request.method == .head)
      && request.headers["accept"]?.lowercased().contains("text/html") == true
  }
}

/// A flag that is set once.
final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  /// Sets it; whether it was set before.
  func set() -> Bool { value.exchange(true, ordering: .relaxed) }
}
