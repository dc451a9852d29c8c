import Accounts
import BramleyCrypto

/// Values that the cases are made of.
enum Samples {
  /// The instant at which a case begins.
  static let start = Timestamp(milliseconds: 1_800_000_000_500)

  static func id(_ name: String) -> Account.ID {
    Account.ID(String(name.prefix(128))) ?? Account.ID(unchecked: "sample")
  }

  static func session(_ number: Int64) -> Session.ID { Session.ID(number: number) }

  static func identity(_ subject: String, email: String? = nil, isVerified: Bool = true) -> Identity {
    var identity = Identity(
      key: Identity.Key(
        provider: .apple, issuer: "https://appleid.apple.com", team: "TEAM", subject: subject))
    identity.email = email
    identity.isEmailVerified = email != nil && isVerified
    identity.firstClientID = "com.example.app"
    identity.realUserStatus = 2
    return identity
  }

  static func key(_ text: String, lifetime: Duration = .seconds(600)) -> OneTimeKey {
    OneTimeKey(expiry: start + lifetime, digest: SHA256.digest(utf8: text).bytes)
  }

  /// An attempt with a credential of its own unless one is named.
  static func attempt(
    _ identity: Identity, session number: Int64, credential: String? = nil, at now: Timestamp = start,
    creates: Bool = true, request: [UInt8]? = nil
  ) -> SignInAttempt {
    var client = ClientFacts(address: "192.0.2.1", userAgent: "suite")
    if let request { client.request = RequestIdentity(hash: request) }
    return SignInAttempt(
      now: now, identity: identity,
      credential: SignInAttempt.Spending(
        purpose: .credential, key: key(credential ?? "credential \(number)"), request: client.request),
      createsAccount: creates, candidate: id("account-\(number)"),
      session: SessionDraft(
        id: session(number), provider: .apple, clientID: "com.example.app", client: client))
  }

  static func account(_ name: String, email: String? = nil) -> Account {
    var account = Account(id: id(name), createdAt: start)
    account.email = email
    return account
  }

  static func rotation(_ session: Int64, _ generation: Int64, at now: Timestamp = start) -> Rotation {
    Rotation(
      session: Session.ID(number: session), generation: generation, now: now, idle: .seconds(90 * 86_400))
  }

  static func deletion(_ id: Account.ID, at now: Timestamp = start) -> Deletion {
    Deletion(
      target: ChangeTarget(account: id, now: now), digest: SHA256.digest(utf8: id.text).bytes, cause: "suite")
  }
}

extension SignInResult {
  func opened(line: UInt = #line, file: String = #fileID) throws -> Opened {
    guard case .signedIn(let opened) = self else {
      throw ConformanceFailure(description: "\(file):\(line): found \(self), expected a session")
    }
    return opened
  }

  var refusal: AccountsError.Code? { if case .refused(let error) = self { error.code } else { nil } }
  var isDuplicate: Bool { if case .duplicate = self { true } else { false } }
}

extension RotationResult {
  var generation: Int64? { if case .rotated(_, _, let generation) = self { generation } else { nil } }
  var refusal: AccountsError.Code? { if case .refused(let error) = self { error.code } else { nil } }
}

extension ChangeResult {
  var refusal: AccountsError.Code? { if case .refused(let error) = self { error.code } else { nil } }
}

extension CreationResult {
  var refusal: AccountsError.Code? { if case .refused(let error) = self { error.code } else { nil } }
}

extension DeletionResult {
  var refusal: AccountsError.Code? { if case .refused(let error) = self { error.code } else { nil } }
}
