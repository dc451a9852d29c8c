import Accounts
import AppleIDClient
import AppleIdentity
import BramleyCrypto
import BramleyHTTP
import BramleyJOSE
import InMemoryAccountStore
import Testing

@testable import OperationsAPI

@Suite("Health, readiness, metrics and Apple's notifications")
struct OperationsTests {
  /// Nobody answers.
  struct SilentApple: AppleService {
    func keySet(lacking unknown: String?) async throws(AppleServiceError) -> AppleKeySet { throw down }
    func exchange(_ request: AppleCodeExchange) async throws(AppleServiceError) -> AppleTokenAnswer {
      throw down
    }
    func revoke(_ token: Secret, kind: AppleTokenKind, clientID: String) async throws(AppleServiceError) {}
    func validate(refreshToken: Secret, clientID: String) async throws(AppleServiceError) {}
    private var down: AppleServiceError { .init(.unreachable, fault: .apple, message: "Nobody answers.") }
  }

  /// A clock that stands still: no window ends while a test counts.
  private struct StoppedTime: TimeSource {
    func now() -> Timestamp { Timestamp(seconds: 1_800_000_000) }
  }

  private func accounts(limits: RateLimits = .none, time: any TimeSource = SystemTime()) throws -> Accounts {
    let random = SystemRandomSource()
    var policy = AccountsPolicy(
      projectID: "p", issuer: "https://id.example.com/p", cookieIssuer: "https://id.example.com/p/session",
      mode: .production,
      apple: ApplePolicy(teamID: "T", bundleIDs: ["com.example.app"], canExchange: false))
    policy.limits = limits
    return try Accounts(
      policy: policy, store: InMemoryAccountStore(), apple: SilentApple(),
      keys: MasterKeyRing(current: MasterKey(id: "test", secret: Secret(bytes: random.bytes(32)))),
      signer: SigningKeys([PrivateJWK(key: SigningKey.generate(.es256))]), time: time, random: random,
      identifiers: TimedIdentifiers(random: random) { SystemTime.microseconds() })
  }

  private func get(_ path: String, _ router: Router) async -> (status: Int, text: String) {
    let response = await router.respond(to: HTTPRequest(method: .get, path: path))
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  @Test("the public listener says yes or no, and shows no metrics: R8")
  func publicListener() async throws {
    let api = OperationsAPI(accounts: try accounts(), metrics: Metrics())
    let router = api.routes(takesNotifications: true)
    #expect(await get("/healthz", router) == (200, "ok\n"))
    #expect(await get("/readyz", router) == (200, "ready\n"))
    #expect(await get("/metrics", router).status == 500, "the outer router makes 404 of it")
    #expect(!router.routes.contains { $0.pattern.text == "/metrics" })
  }

  @Test("what other parts count stands behind the metrics")
  func counters() async throws {
    let api = OperationsAPI(
      accounts: try accounts(), metrics: Metrics(),
      counters: { [Counter("store_writes", "Operations that the store wrote.", 7)] })
    let text = await get("/metrics", api.routes(takesNotifications: false, showsDetails: true)).text
    #expect(text.hasSuffix("# TYPE bramley_store_writes_total counter\nbramley_store_writes_total 7\n"))
  }

  @Test("a counter by a label is told once and has a line for each")
  func labelled() {
    let counter = Counter("refusals", "Refusals.", by: "kind", [("code", 0), ("password", 3)])
    #expect(
      counter.text == """
        # HELP bramley_refusals_total Refusals.
        # TYPE bramley_refusals_total counter
        bramley_refusals_total{kind="code"} 0
        bramley_refusals_total{kind="password"} 3

        """)
  }

  @Test("the admin listener shows metrics and details, and takes no notifications: R8")
  func adminListener() async throws {
    let api = OperationsAPI(accounts: try accounts(), metrics: Metrics())
    let router = api.routes(takesNotifications: false, showsDetails: true)
    #expect(await get("/readyz", router).text.hasPrefix("ready\nstore: answered in "))
    #expect(await get("/metrics", router).text.contains("bramley_http_answers_total"))
    #expect(!router.routes.contains { $0.pattern.text == "/apple/notifications" })
  }

  @Test("a notification is never believed without Apple's keys: 503 asks Apple to send it again")
  func notifications() async throws {
    let api = OperationsAPI(accounts: try accounts())
    let router = api.routes(takesNotifications: true)
    let garbage = await router.respond(
      to: HTTPRequest(method: .post, path: "/apple/notifications", body: Array("nonsense".utf8)))
    #expect([400, 503].contains(garbage.status))
    let header = Base64URL.encode(Array(#"{"alg":"RS256","kid":"X"}"#.utf8))
    let body = #"{"payload":"\#(header).e30.AAAA"}"#
    let unsure = await router.respond(
      to: HTTPRequest(method: .post, path: "/apple/notifications", body: Array(body.utf8)))
    #expect(unsure.status == 503)
    #expect(unsure.headers["retry-after"] == "30")
  }

  @Test("a flood of notifications is told to wait before anything is verified (R43)")
  func flood() async throws {
    let router = OperationsAPI(accounts: try accounts(limits: .standard, time: StoppedTime())).routes(
      takesNotifications: true)
    var request = HTTPRequest(method: .post, path: "/apple/notifications", body: Array("{}".utf8))
    request.peer = "198.51.100.1"
    for _ in 0..<1200 { #expect(await router.respond(to: request).status != 429) }
    let refused = await router.respond(to: request)
    #expect(refused.status == 429)
    #expect(refused.headers["retry-after"].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
    request.peer = "198.51.100.2"
    #expect(await router.respond(to: request).status != 429)
  }
}
