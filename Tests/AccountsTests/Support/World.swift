import AppleIDClient
import BramleyCrypto
import BramleyJOSE
import InMemoryAccountStore
import SQLiteAccountStore
import Testing

@testable import Accounts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stores that every rule is proved on.
enum StoreKind: String, CaseIterable, Sendable {
  case memory, sqlite
}

/// The domain over a store of its own, with a clock, an Apple and the work that nobody waits for.
final class World: Sendable {
  let accounts: Accounts
  let apple: TestApple
  let time = TestTime()
  let work = TestWork()
  let log = TestLog()
  let store: any AccountStore
  private let path: String
  private let readDump: @Sendable () throws -> [String]

  private static let signing = try! SigningKeys([PrivateJWK(key: SigningKey.generate(.es256))])
  static let keys = try! MasterKeyRing(
    current: MasterKey(id: "test", secret: Secret(bytes: [UInt8](repeating: 3, count: 32))))

  init(
    _ kind: StoreKind = .memory, mode: AccountsPolicy.Mode = .development,
    canExchange: Bool = true, delivery: any MessageDelivery = NoDelivery(),
    _ adjust: (inout AccountsPolicy) -> Void = { _ in }
  ) throws {
    apple = TestApple(time: time)
    path = FileManager.default.temporaryDirectory.appending(path: "bramley-\(UUID().uuidString)").path
    switch kind {
    case .memory:
      let memory = InMemoryAccountStore()
      store = memory
      readDump = { memory.dump() }
    case .sqlite:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let sqlite = try SQLiteAccountStore(path: path + "/accounts.sqlite")
      store = sqlite
      readDump = { try sqlite.dump() }
    }
    var policy = AccountsPolicy(
      projectID: "demo", issuer: "https://id.example/demo", cookieIssuer: "https://id.example/demo/session",
      mode: mode,
      apple: ApplePolicy(
        teamID: "TEAM", bundleIDs: ["com.example.app"], servicesID: "com.example.web",
        canExchange: canExchange))
    // Cheap enough for a test; what it costs in production is tried by the hashing's own tests.
    policy.passwordCost = Argon2id.Parameters(memoryInKiB: 64, passes: 1, lanes: 1)
    adjust(&policy)
    let (time, work, log) = (time, work, log)
    accounts = try Accounts(
      policy: policy, store: store, apple: apple, keys: Self.keys, signer: Self.signing, time: time,
      random: SystemRandomSource(),
      identifiers: TimedIdentifiers(random: SystemRandomSource()) { time.now().milliseconds * 1000 },
      delivery: delivery, log: { log.append($0) }, startWork: { work.start($0) })
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func dump() throws -> [String] { try readDump() }

  /// What R42 says a refusal leaves as it was: accounts, identities, sessions, grants.
  func heldRows() throws -> [String] {
    try dump().filter { !$0.hasPrefix("one-time") && !$0.hasPrefix("event") }
  }

  // MARK: Shorthands

  func apple(
    _ subject: String = "000001.ann", email: String? = "ann@example.com", isVerified: Bool = true,
    code: String? = nil, user: String? = nil
  ) -> IdentityProof {
    .apple(
      AppleCredential(
        identityToken: apple.token(subject, email: email, isVerified: isVerified, codeHashOf: code),
        nonce: .raw("raw"), authorizationCode: code.map { Secret(utf8: $0) }, userJSON: user))
  }

  @discardableResult
  func signIn(_ subject: String = "000001.ann", email: String? = "ann@example.com", code: String? = nil)
    async throws -> SignedIn
  {
    try await accounts.signIn(with: apple(subject, email: email, code: code)).signedIn()
  }

  func password(_ email: String = "ann@example.com", _ password: String = "correct horse") async throws
    -> SignedIn
  {
    try await accounts.signUp(email: email, password: Secret(utf8: password))
  }
}

extension SignInOutcome {
  func signedIn(sourceLocation: SourceLocation = #_sourceLocation) throws -> SignedIn {
    guard case .signedIn(let signedIn) = self else {
      Issue.record("found \(self)", sourceLocation: sourceLocation)
      throw AccountsError(.unavailable)
    }
    return signedIn
  }

  func pendingToken(sourceLocation: SourceLocation = #_sourceLocation) throws -> Secret {
    switch self {
    case .needsConfirmation(_, _, let token): return try #require(token, sourceLocation: sourceLocation)
    case .conflict(_, _, let token): return try #require(token, sourceLocation: sourceLocation)
    case .signedIn, .notFound:
      Issue.record("found \(self)", sourceLocation: sourceLocation)
      throw AccountsError(.unavailable)
    }
  }
}

extension SignedIn {
  var idToken: String { tokens.idToken.revealText() ?? "" }
}

extension SessionTokens {
  var idTokenText: String { idToken.revealText() ?? "" }
}

/// Expects a refusal with exactly that code.
func expectRefusal(
  _ code: AccountsError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async {
  do {
    try await body()
    Issue.record("nothing was refused, expected \(code.rawValue)", sourceLocation: sourceLocation)
  } catch let error as AccountsError {
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
  } catch {
    Issue.record("found \(error)", sourceLocation: sourceLocation)
  }
}
