import Accounts
import BramleyCrypto
import BramleyHTTP
import BramleyJOSE
import HostedPages
import InMemoryAccountStore
import Synchronization

/// A service with its pages, in one process and in memory, at an instant that a test chooses.
final class TestSite: Sendable {
  let store = InMemoryAccountStore()
  let apple = TestApple()
  let clock = TestClock()
  let accounts: Accounts
  let pages: HostedPages
  private let router: Router

  /// What went out by mail and text message.
  let outbox: Outbox

  init(
    sendsMessages: Bool = true,
    _ configure: (inout HostedPages.Configuration, inout AccountsPolicy) -> Void = { _, _ in }
  ) throws {
    var configuration = HostedPages.Configuration(name: "Pear Notes", allowsLoopbackContinue: true)
    var policy = AccountsPolicy(
      projectID: "demo-bramley", issuer: "https://securetoken.google.com/demo-bramley",
      cookieIssuer: "https://session.firebase.google.com/demo-bramley", mode: .development,
      apple: ApplePolicy(
        teamID: "DEMOTEAM01", bundleIDs: ["com.example.app"], servicesID: "com.example.web", canExchange: true
      ))
    policy.passwordCost = Argon2id.Parameters(memoryInKiB: 64, passes: 1, lanes: 1)
    configure(&configuration, &policy)
    let random = SystemRandomSource()
    let clock = clock
    let key = try PrivateJWK(key: SigningKey.generate(.es256))
    outbox = Outbox(isConfigured: sendsMessages)
    accounts = try Accounts(
      policy: policy, store: store, apple: apple,
      keys: MasterKeyRing(current: MasterKey(id: "test", secret: Secret(bytes: random.bytes(32)))),
      signer: SigningKeys([key]), time: clock, random: random,
      identifiers: TimedIdentifiers(random: random) { clock.now().milliseconds * 1000 },
      delivery: outbox)
    let lines = Lines()
    pages = HostedPages(accounts: accounts, configuration: configuration, random: random) { lines.add($0) }
    self.lines = lines
    var router = pages.router
    let pages = pages
    router.on(.get, "/") { request, _ in await pages.home(request) }
    self.router = router
  }

  private let lines: Lines

  /// Every line that the pages logged.
  var log: [String] { lines.all }

  func respond(to request: HTTPRequest) async -> HTTPResponse { await router.respond(to: request) }

  /// The job that waits after its first try failed.
  func settledJob() async throws -> Job? {
    for _ in 0..<10_000 {
      if let job = try await accounts.waitingJobs().first(where: { $0.lastFailure != nil }) { return job }
      await Task.yield()
    }
    return nil
  }

  /// Every account.
  func everybody() async throws -> [Account] { try await accounts.list(limit: 100) }
}

/// A clock that stands until it is moved.
final class TestClock: TimeSource {
  private let instant = Mutex(Timestamp(seconds: 1_800_000_000))

  func now() -> Timestamp { instant.withLock { $0 } }

  func move(_ duration: Duration) { instant.withLock { $0 = $0 + duration } }
}

/// Collects the lines of a log.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
