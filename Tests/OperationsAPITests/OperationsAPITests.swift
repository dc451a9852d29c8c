import Accounts
import AppleIDClient
import AppleIdentity
import BramleyCrypto
import BramleyHTTP
import BramleyJOSE
import InMemoryAccountStore
import OperationsAPI
import Testing

@Suite("Health, readiness, notifications")
struct OperationsAPITests {
  /// Apple out of reach: what these routes answer must not depend on it.
  private struct SilentApple: AppleService {
    private var silence: AppleServiceError {
      AppleServiceError(.unreachable, fault: .apple, message: "Nobody answers in this test.")
    }
    func keySet(lacking unknown: String?) async throws(AppleServiceError) -> AppleKeySet { throw silence }
    func exchange(_ request: AppleCodeExchange) async throws(AppleServiceError) -> AppleTokenAnswer {
      throw silence
    }
    func revoke(_ token: Secret, kind: AppleTokenKind, clientID: String) async throws(AppleServiceError) {
      throw silence
    }
    func validate(refreshToken: Secret, clientID: String) async throws(AppleServiceError) { throw silence }
  }

  private func routes(takesNotifications: Bool = true) throws -> Router {
    let random = SystemRandomSource()
    let accounts = try Accounts(
      policy: AccountsPolicy(
        projectID: "test", issuer: "https://issuer.example", cookieIssuer: "https://issuer.example/session",
        mode: .development,
        apple: ApplePolicy(teamID: "TEAM000001", bundleIDs: ["com.example.app"], canExchange: false)),
      store: InMemoryAccountStore(), apple: SilentApple(),
      keys: MasterKeyRing(current: MasterKey(id: "k1", secret: Secret(bytes: random.bytes(32)))),
      signer: SigningKeys([PrivateJWK(key: .generate(.es256))]), time: SystemTime(), random: random,
      identifiers: TimedIdentifiers(random: random) { SystemTime.microseconds() })
    return OperationsAPI(accounts: accounts).routes(takesNotifications: takesNotifications)
  }

  @Test(
    "a notification that is none of Apple's is refused and not asked for again (FR-43)",
    arguments: ["", "{", "[]", #"{"payload": 7}"#, #"{"payload":"a.b.c"}"#])
  func badNotification(body: String) async throws {
    let response = try await routes().respond(
      to: HTTPRequest(method: .post, path: "/apple/notifications", body: Array(body.utf8)))
    #expect(response.status == 400 || response.status == 503)
    #expect(response.body.isEmpty)
  }

  @Test("the admin listener takes no notifications")
  func adminListener() async throws {
    let response = try await routes(takesNotifications: false).respond(
      to: HTTPRequest(method: .post, path: "/apple/notifications"))
    #expect(response.status == 500)
  }

  @Test("healthy and ready while the store answers", arguments: ["/healthz", "/readyz"])
  func health(path: String) async throws {
    let response = try await routes().respond(to: HTTPRequest(method: .get, path: path))
    #expect(response.status == 200)
  }
}
