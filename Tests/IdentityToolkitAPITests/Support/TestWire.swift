import Accounts
import BramleyCrypto
import BramleyHTTP
import BramleyJOSE
import InMemoryAccountStore
import Synchronization

@testable import IdentityToolkitAPI

/// A service behind its wire, in one process and in memory, at an instant that a test chooses.
final class TestWire: Sendable {
  static let nonce = "2fjQ-0qYbS9dVxZ6oE3hKm1pRtW8aUcL"

  let store = InMemoryAccountStore()
  let apple = TestApple()
  let clock = TestClock()
  let mailbox = DevelopmentMailbox()
  let accounts: Accounts
  let api: IdentityToolkitAPI
  let router: Router
  private let logLines = LogLines()

  /// Every line that was logged.
  var log: [String] { logLines.all }

  init(
    _ mode: ServiceMode = .dev, listener: Listener? = nil,
    adminTokens: any AdminTokenRegister = NoAdminTokens(), delivery: (any MessageDelivery)? = nil,
    settings configure: (inout IdentityToolkitAPI.Settings) -> Void = { _ in },
    policy adapt: (inout AccountsPolicy) -> Void = { _ in }
  ) throws {
    let isDev = mode == .dev
    var policy = AccountsPolicy(
      projectID: "demo-bramley",
      issuer: isDev ? "https://securetoken.google.com/demo-bramley" : "https://id.example.com/demo-bramley",
      cookieIssuer: isDev
        ? "https://session.firebase.google.com/demo-bramley"
        : "https://id.example.com/demo-bramley/session", mode: isDev ? .development : .production,
      apple: ApplePolicy(
        teamID: "DEMOTEAM01", bundleIDs: ["com.example.app"], servicesID: "com.example.web", canExchange: true
      ))
    policy.passwordCost = Argon2id.Parameters(memoryInKiB: 64, passes: 1, lanes: 1)
    adapt(&policy)
    let random = SystemRandomSource()
    let clock = clock
    let signer = try SigningKeys([PrivateJWK(key: SigningKey.generate(.es256))])
    accounts = try Accounts(
      policy: policy, store: store, apple: apple,
      keys: MasterKeyRing(current: MasterKey(id: "test", secret: Secret(bytes: random.bytes(32)))),
      signer: signer, time: clock, random: random,
      identifiers: TimedIdentifiers(random: random) { clock.now().milliseconds * 1000 },
      delivery: delivery ?? (isDev ? mailbox : NoDelivery()))
    var settings = IdentityToolkitAPI.Settings(project: "demo-bramley")
    if !isDev { settings.publicOrigin = "https://id.example.com" }
    configure(&settings)
    let log = logLines
    api = IdentityToolkitAPI(
      accounts: accounts, signer: signer, mode: mode, settings: settings, time: clock, random: random,
      adminTokens: adminTokens, mailbox: mailbox, wait: { clock.move($0) }, log: { log.add($0) })
    router = api.routes(for: listener ?? (isDev ? .single : .open))
  }

  /// Sends a request.
  func send(
    _ method: HTTPMethod, _ target: String, body: [UInt8] = [], headers: HTTPFields = [:]
  ) async -> Answer {
    let parts = target.split(separator: "?", maxSplits: 1)
    var request = HTTPRequest(
      method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "",
      headers: headers,
      body: body)
    if request.headers["host"] == nil { request.headers["host"] = "localhost:9099" }
    return Answer(await router.respond(to: request))
  }

  /// Calls a method of v1 as a client with a key.
  func call(_ name: String, _ body: JSON = [:], version: String = "v1") async -> Answer {
    await send(
      .post, "/identitytoolkit.googleapis.com/\(version)/\(name)?key=fake", body: body.bytes,
      headers: ["content-type": "application/json"])
  }

  /// Calls a project's method as its owner.
  func own(_ name: String, _ body: JSON = [:], method: HTTPMethod = .post) async -> Answer {
    await send(
      method, "/identitytoolkit.googleapis.com/v1/projects/demo-bramley\(name)",
      body: method == .get ? [] : body.bytes, headers: ["authorization": "Bearer owner"])
  }

  /// Calls a method of v1 as the project's owner.
  func callAsOwner(_ name: String, _ body: JSON = [:]) async -> Answer {
    await send(
      .post, "/identitytoolkit.googleapis.com/v1/\(name)", body: body.bytes,
      headers: ["authorization": "Bearer owner"])
  }

  /// Calls an operation of the signed-in person.
  func person(_ path: String, _ body: JSON = [:], token: String) async -> Answer {
    await send(.post, path, body: body.bytes, headers: ["authorization": "Bearer \(token)"])
  }

  /// `signInWithIdp` as the JavaScript SDK sends it.
  func signIn(
    _ person: TestApple.Person = .maria, token: String? = nil, nonce: String? = nonce,
    more: [String: JSON] = [:],
    extra: String = ""
  ) async -> Answer {
    var postBody = "id_token=\(token ?? apple.token(person, now: clock.now().seconds))&providerId=apple.com"
    if let nonce { postBody += "&nonce=\(nonce)" }
    var body: [String: JSON] = [
      "requestUri": "http://localhost", "returnSecureToken": true, "postBody": .text(postBody + extra),
    ]
    body.merge(more) { $1 }
    return await call("accounts:signInWithIdp", .object(body))
  }

  /// An account with address and password.
  func signUp(_ email: String = "paula@example.com", password: String = "correct horse") async -> Answer {
    await call("accounts:signUp", ["email": .text(email), "password": .text(password)])
  }

  /// Exchanges a refresh token.
  func refresh(_ token: String) async -> Answer {
    await send(
      .post, "/securetoken.googleapis.com/v1/token?key=fake",
      body: Array("grant_type=refresh_token&refresh_token=\(token)".utf8),
      headers: ["content-type": "application/x-www-form-urlencoded"])
  }

  /// The record of an account, as its owner sees it.
  func record(_ idToken: String) async -> JSON? {
    await call("accounts:lookup", ["idToken": .text(idToken)])["users"]?[0]
  }

  /// The record of an account, as the project's owner sees it.
  func record(ofID id: String) async -> JSON? {
    await own("/accounts:lookup", ["localId": [.text(id)]])["users"]?[0]
  }

  /// The claims of a token, unverified.
  static func claims(_ token: String) -> JSON {
    let parts = token.split(separator: ".")
    guard parts.count >= 2, let bytes = Base64URL.decode(String(parts[1])) else { return .null }
    return JSON(parsing: bytes)
  }
}

/// Collects the lines of a log.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
