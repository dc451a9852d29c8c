import BramleyCrypto
import BramleyJOSE
import Testing

@testable import Accounts

@Suite("Passwords, anonymous accounts, custom and made-up tokens")
struct PasswordTests {
  @Test(
    "sign-up refuses and leaves no row (wire 17, 23–27)",
    arguments: [
      ("", "correct horse", AccountsError.Code.missingEmail), ("a@example.com", "", .missingPassword),
      ("no address", "correct horse", .invalidEmail), ("a@b@c", "correct horse", .invalidEmail),
      ("a@example.com", "12345", .weakPassword),
      ("a@example.com", String(repeating: "x", count: 5000), .weakPassword),
    ])
  func refused(_ email: String, _ password: String, _ code: AccountsError.Code) async throws {
    let world = try World()
    await expectRefusal(code) { _ = try await world.password(email, password) }
    #expect(try world.dump() == [])
  }

  @Test("production wants eight characters that are not common (R29)")
  func productionPasswords() async throws {
    let world = try World(mode: .production)
    for password in ["1234567", "Password1", "qwertyuiop"] {
      await expectRefusal(.weakPassword) { _ = try await world.password("a@example.com", password) }
    }
    _ = try await world.password()
  }

  @Test(
    "signs up and in, in any case of the address; a twin is refused (wire 23, 47)",
    arguments: StoreKind.allCases)
  func signsIn(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let made = try await world.password("Ann@Example.com")
    #expect(made.isNewAccount && made.account.email == "ann@example.com" && !made.account.isEmailVerified)
    await expectRefusal(.emailExists) { _ = try await world.password("ANN@example.com") }
    world.time.advance(.seconds(9))
    let back = try await world.accounts.signIn(
      email: "ANN@example.com", password: Secret(utf8: "correct horse"))
    #expect(back.account.id == made.account.id && back.account.lastLoginAt == world.time.now())
    #expect(world.claims(of: back.idToken)?["email"] == .text("ann@example.com"))
    await expectRefusal(.invalidPassword) {
      _ = try await world.accounts.signIn(email: "ann@example.com", password: Secret(utf8: "wrong horse"))
    }
    await expectRefusal(.emailNotFound) {
      _ = try await world.accounts.signIn(email: "eve@example.com", password: Secret(utf8: "wrong horse"))
    }
  }

  @Test("enumeration protection makes both the same (R29)")
  func enumeration() async throws {
    let world = try World(mode: .production)
    _ = try await world.password()
    for email in ["ann@example.com", "eve@example.com"] {
      await expectRefusal(.invalidLoginCredentials) {
        _ = try await world.accounts.signIn(email: email, password: Secret(utf8: "wrong horse"))
      }
    }
  }

  @Test("an anonymous account becomes a person's with the same identifier (wire 29, 119)")
  func upgrade() async throws {
    let world = try World()
    let anonymous = try await world.accounts.signUpAnonymously()
    let claims = try #require(world.claims(of: anonymous.idToken))
    #expect(claims["provider_id"] == .text("anonymous"))
    let linked = try await world.accounts.signUp(
      email: "ann@example.com", password: Secret(utf8: "correct horse"), linkTo: anonymous.idToken)
    #expect(linked.account.id == anonymous.account.id && !linked.account.isAnonymous)
    #expect(linked.provider == .password)
    let production = try World(mode: .production)
    await expectRefusal(.adminOnlyOperation) { _ = try await production.accounts.signUpAnonymously() }
  }

  @Test("an outdated hash is made anew at the next sign-in")
  func upgradesHash() async throws {
    let world = try World()
    let made = try await world.password()
    let old = try Argon2id.hash(
      password: Secret(utf8: "correct horse"), salt: [UInt8](repeating: 1, count: 16),
      parameters: Argon2id.Parameters(memoryInKiB: 32, passes: 1, lanes: 1))
    _ = try await world.store.change(
      ChangeTarget(account: made.account.id, now: world.time.now())
    ) { change -> Verdict<Bool> in
      change.account.passwordHash = old
      return .commit(true)
    }
    let back = try await world.accounts.signIn(
      email: "ann@example.com", password: Secret(utf8: "correct horse"))
    #expect(back.account.passwordHash != old)
    _ = try await world.accounts.signIn(email: "ann@example.com", password: Secret(utf8: "correct horse"))
  }

  @Test("more sign-ins than the hashing takes are told to come again")
  func overload() async throws {
    let world = try World { policy in
      policy.passwordParallelism = 1
      policy.passwordQueue = 1
      policy.passwordCost = Argon2id.Parameters(memoryInKiB: 8 * 1024, passes: 2, lanes: 1)
    }
    let codes = await withTaskGroup(of: AccountsError.Code?.self) { group in
      for number in 0..<12 {
        group.addTask {
          do throws(AccountsError) {
            _ = try await world.accounts.signUp(
              email: "a\(number)@example.com", password: Secret(utf8: "correct horse"))
            return nil
          } catch {
            return error.code
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.contains(nil))
    #expect(codes.compactMap { $0 }.allSatisfy { $0 == .unavailable })
  }

  // MARK: Custom tokens

  private static let audience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

  private static func unsigned(_ claims: [String: JSONMember]) -> String {
    let payload = CustomClaims.text(claims) ?? "{}"
    return Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + "." + Base64URL.encode(Array(payload.utf8))
      + "."
  }

  @Test("development refuses what is no custom token (wire 91–95, R5)")
  func customRefused() async throws {
    let world = try World()
    let cases: [(String, AccountsError.Code)] = [
      ("", .missingCustomToken), ("x", .invalidCustomToken), (#"{"uid":"a"}"#, .invalidCustomToken),
      (Self.unsigned(["uid": .text("a"), "aud": .text("other")]), .invalidCustomToken),
      (Self.unsigned(["aud": .text(Self.audience)]), .missingIdentifier),
      (
        Self.unsigned(["aud": .text(Self.audience), "uid": .text("a"), "claims": .text("x")]), .invalidClaims
      ),
      (
        Self.unsigned([
          "aud": .text(Self.audience), "uid": .text("a"), "claims": .object(["firebase": .bool(true)]),
        ]), .forbiddenClaim
      ),
    ]
    for (token, code) in cases {
      await expectRefusal(code) { _ = try await world.accounts.signIn(customToken: token) }
    }
    #expect(try world.dump() == [])
  }

  @Test(
    "a custom token makes the account and its claims stay over refreshes (wire 89)",
    arguments: StoreKind.allCases)
  func custom(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let token = Self.unsigned([
      "aud": .text(Self.audience), "uid": .text("my-user"),
      "claims": .object(["role": .text("admin"), "email": .text("evil@example.com")]),
    ])
    let first = try await world.accounts.signIn(customToken: token)
    #expect(first.isNewAccount && first.account.id.text == "my-user")
    let again = try await world.accounts.signIn(customToken: token)
    #expect(!again.isNewAccount)
    let refreshed = try await world.accounts.refresh(again.tokens.refreshToken)
    let claims = try #require(world.claims(of: refreshed.tokens.idTokenText))
    #expect(claims["role"] == .text("admin"))
    #expect(claims["email"] == nil, "reserved names are the minter's")
  }

  @Test("production takes listed issuers' signed tokens only (R5)")
  func customProduction() async throws {
    let key = try PrivateJWK(key: SigningKey.generate(.es256), keyID: "k")
    let set = try JWKSet([key.publicKey]).json()
    let world = try World(mode: .production) {
      $0.customTokenIssuers = [CustomTokenIssuer(issuer: "svc", keySet: set)]
    }
    let now = world.time.now().seconds
    func signed(_ changes: [String: JSONMember], by key: PrivateJWK = key) throws -> String {
      var claims: [String: JSONMember] = [
        "iss": .text("svc"), "aud": .text(Self.audience), "uid": .text("u"), "iat": .integer(now),
        "exp": .integer(now + 3600),
      ]
      claims.merge(changes) { $1 }
      return try JWTSigner(key: key.key, keyID: key.keyID).sign(claims)
    }
    let other = try PrivateJWK(key: SigningKey.generate(.es256), keyID: "k")
    let cases: [(String, AccountsError.Code)] = [
      (
        Self.unsigned(["iss": .text("svc"), "aud": .text(Self.audience), "uid": .text("u")]),
        .invalidCustomToken
      ),
      (try signed([:], by: other), .invalidCustomToken),
      (try signed(["iss": .text("stranger")]), .credentialMismatch),
      (try signed(["exp": .integer(now + 3601)]), .invalidCustomToken),
      (try signed(["iat": .integer(now - 4000), "exp": .integer(now - 400)]), .invalidCustomToken),
    ]
    for (token, code) in cases {
      await expectRefusal(code) { _ = try await world.accounts.signIn(customToken: token) }
    }
    #expect(try await world.accounts.signIn(customToken: try signed([:])).account.id.text == "u")
  }

  // MARK: Made-up tokens

  @Test("made-up tokens are for development and never for Apple (R46)")
  func madeUp() async throws {
    let token = #"{"sub":"g-1","email":"ann@example.com","email_verified":true,"name":"Ann"}"#
    let production = try World(mode: .production)
    await expectRefusal(.operationNotAllowed) {
      _ = try await production.accounts.signIn(with: .madeUp(provider: .google, token: token))
    }
    let world = try World()
    for provider in [ProviderID.apple, .password, .custom] {
      await expectRefusal(.operationNotAllowed) {
        _ = try await world.accounts.signIn(with: .madeUp(provider: provider, token: token))
      }
    }
    for bad in ["x", "{", #"{"sub":7}"#, #"{"email":"a@b"}"#] {
      await expectRefusal(.invalidIdPResponse) {
        _ = try await world.accounts.signIn(with: .madeUp(provider: .google, token: bad))
      }
    }
    #expect(try world.dump() == [])
    let first = try await world.accounts.signIn(with: .madeUp(provider: .google, token: token)).signedIn()
    let again = try await world.accounts.signIn(with: .madeUp(provider: .google, token: token)).signedIn()
    #expect(first.isNewAccount && !again.isNewAccount && first.account.displayName == "Ann")
  }
}
