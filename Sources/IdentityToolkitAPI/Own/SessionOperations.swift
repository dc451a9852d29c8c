import Accounts
import BramleyCrypto

/// Sessions of the signed-in person (contract §4).
enum SessionOperations {
  struct PersonRequest: WireRequest {
    var idToken: String?
    init(_ fields: WireFields) throws { idToken = try fields.text("idToken") }
  }

  struct SessionRecord: Encodable, Sendable {
    let sid: String
    let createdAt: String
    let lastUsedAt: String
    let signInProvider: String
    let userAgent: String?
    let address: String?
    let current: Bool

    init(_ session: Session, current: Session.ID?) {
      sid = session.id.text
      createdAt = String(session.createdAt.milliseconds)
      lastUsedAt = String(session.lastUsedAt.milliseconds)
      signInProvider = session.signInProvider.rawValue
      userAgent = session.userAgent
      address = session.address
      self.current = session.id == current
    }
  }

  struct ListResponse: WireResponse { let sessions: [SessionRecord] }

  static let list = Operation(
    "sessions.list", "Lists the sessions of the signed-in person, newest first.",
    [.own("/v1/sessions:list")], .person
  ) { (request: PersonRequest, context) in
    let caller = try await context.accounts.caller(idToken: context.personToken(request.idToken))
    let sessions = try await context.accounts.sessions(of: caller.account.id)
    return ListResponse(sessions: sessions.map { SessionRecord($0, current: caller.session.id) })
  }

  struct EndRequest: WireRequest {
    var idToken: String?
    var sid: String?
    var others: Bool
    var all: Bool

    init(_ fields: WireFields) throws {
      idToken = try fields.text("idToken")
      sid = try fields.text("sid")
      others = try fields.flag("others") ?? false
      all = try fields.flag("all") ?? false
    }

    /// - Throws: `INVALID_REQ_TYPE` unless exactly one way to choose was used.
    func selection() throws(WireError) -> SessionSelection {
      switch (sid, others, all) {
      case (let sid?, false, false):
        guard let id = Session.ID(text: sid) else { throw .refused("INVALID_SESSION_ID") }
        return .one(id)
      case (nil, true, false): return .others
      case (nil, false, true): return .all
      default: throw .refused("INVALID_REQ_TYPE", "Send exactly one of sid, others and all.")
      }
    }
  }

  static let end = Operation(
    "sessions.end", "Ends one, all other, or all sessions of the signed-in person.",
    [.own("/v1/sessions:end")], .person
  ) { (request: EndRequest, context) -> EmptyResponse in
    let token = try context.personToken(request.idToken)
    try await context.accounts.endSessions(try request.selection(), idToken: token, client: context.client)
    return EmptyResponse()
  }

  struct SignOutRequest: WireRequest {
    var refreshToken: String?
    init(_ fields: WireFields) throws { refreshToken = try fields.text("refreshToken") }
  }

  static let signOut = Operation(
    "sessions.signOut", "Ends the session of a refresh token; one that is not good any more is no error.",
    [.own("/v1/sessions:signOut")], .person
  ) { (request: SignOutRequest, context) -> EmptyResponse in
    guard let token = request.refreshToken, !token.isEmpty else {
      throw WireError.refused("MISSING_REFRESH_TOKEN")
    }
    try await context.accounts.signOut(Secret(utf8: token), client: context.client)
    return EmptyResponse()
  }
}
