import Accounts

/// Everything held about the signed-in person (contract §4, R44).
enum ExportOperation {
  struct GrantRecord: Encodable, Sendable {
    let provider = "apple.com"
    let clientId: String
    let authorizedAt: String
    let state: String

    init(_ grant: Grant) {
      clientId = grant.clientID
      authorizedAt = String(grant.authorizedAt.milliseconds)
      state =
        switch grant.state {
        case .waiting: "waiting"
        case .kept: "kept"
        case .missing: "missing"
        case .revoked: "revoked"
        }
    }
  }

  /// A session that has ended and is still kept.
  struct EndedSession: Encodable, Sendable {
    let sid: String
    let createdAt: String
    let lastUsedAt: String
    let endedAt: String
    let userAgent: String?
    let address: String?

    init?(_ session: Session) {
      guard let ended = session.endedAt else { return nil }
      sid = session.id.text
      createdAt = String(session.createdAt.milliseconds)
      lastUsedAt = String(session.lastUsedAt.milliseconds)
      endedAt = String(ended.milliseconds)
      userAgent = session.userAgent
      address = session.address
    }
  }

  struct AuditRecord: Encodable, Sendable {
    let id: Int64
    let at: String
    let kind: Int
    let detail: String?
    let sid: String?
    let address: String?

    init(_ event: AuditEvent) {
      id = event.id
      at = String(event.at.milliseconds)
      kind = event.kind.rawValue
      detail = event.detail
      sid = event.session?.text
      address = event.address
    }
  }

  /// What the provider's entries do not show, for each identity (R45).
  struct IdentityRecord: Encodable, Sendable {
    let providerId: String
    let rawId: String
    let isPrivateEmail: Bool
    let isRelayDisabled: Bool
    let firstClientId: String?
    let realUserStatus: Int?
    let firstAuthorizedAt: String?

    init(_ identity: Identity) {
      providerId = identity.provider.rawValue
      rawId = identity.subject
      isPrivateEmail = identity.isPrivateEmail
      isRelayDisabled = identity.isRelayDisabled
      firstClientId = identity.firstClientID
      realUserStatus = identity.realUserStatus
      firstAuthorizedAt = identity.firstAuthorizedAt.map { String($0.milliseconds) }
    }
  }

  /// The last mail that came back from the account's address.
  struct BounceRecord: Encodable, Sendable {
    let at: String
    let reason: String

    init(_ bounce: MailBounce) {
      at = String(bounce.atMilliseconds)
      reason = bounce.reason
    }
  }

  struct Response: WireResponse {
    let account: UserRecord
    let mailBounce: BounceRecord?
    let identities: [IdentityRecord]
    let sessions: [SessionOperations.SessionRecord]
    let endedSessions: [EndedSession]
    let consents: [ConsentOperations.ConsentRecord]
    let authorizations: [GrantRecord]
    let events: [AuditRecord]
  }

  /// How many audit rows an export holds at most.
  private static let eventLimit = 10_000

  static let operation = Operation(
    "account.export", "Gives the signed-in person everything that is held about the account.",
    [.own("/v1/account:export")], .person
  ) { (request: SessionOperations.PersonRequest, context) in
    let accounts = context.accounts
    let caller = try await accounts.caller(idToken: context.personToken(request.idToken))
    let id = caller.account.id
    let history = try await accounts.sessionHistory(of: id)
    return Response(
      account: UserRecord(caller.account),
      mailBounce: caller.account.bounce.map(BounceRecord.init),
      identities: caller.account.identities.map(IdentityRecord.init),
      sessions: history.filter { $0.end == nil }.map {
        SessionOperations.SessionRecord($0, current: caller.session.id)
      },
      endedSessions: history.compactMap(EndedSession.init),
      consents: try await accounts.consents(of: id).map(ConsentOperations.ConsentRecord.init),
      authorizations: try await accounts.grants(of: id).map(GrantRecord.init),
      events: try await events(of: id, accounts))
  }

  private static func events(of id: Account.ID, _ accounts: Accounts) async throws -> [AuditRecord] {
    var records: [AuditRecord] = []
    var after: Int64 = 0
    while records.count < eventLimit {
      let page = try await accounts.events(of: id, after: after)
      guard let last = page.last, last.id > after else { break }
      records += page.map(AuditRecord.init)
      after = last.id
    }
    return records
  }
}
