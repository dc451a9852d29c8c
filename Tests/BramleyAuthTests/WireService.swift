import BramleyAuth
import BramleyCrypto
import Foundation
import _ClientTesting

/// A service in memory that speaks the wire; it takes any token in Apple's shape.
actor WireService: HTTPTransport {
  struct Account {
    var uid: String
    var email: String?
    var isVerified = false
    var name: String?
    var password: String?
    var appleUser: String?
  }

  struct Session {
    var uid: String
    var sid: String
    var provenAt: Date
  }

  struct Received: Sendable {
    let path: String
    let headers: [String: String]
    let body: Data
    var json: [String: Any] { WireService.object(body) }
    func text(_ name: String) -> String? { json[name] as? String }
  }

  enum Fault: Sendable {
    /// Nothing arrives.
    case offline
    /// The work is done, the answer is lost.
    case lostAnswer
    case status(Int, String, headers: [String: String] = [:])
    case text(Int, String)
  }

  var accounts: [String: Account] = [:]
  var sessions: [String: Session] = [:]
  private(set) var received: [Received] = []
  private var faults: [(path: String, fault: Fault)] = []
  private var usedTokens: [String: String] = [:]
  private var pending: [String: String] = [:]
  private(set) var revokedCodes: [String] = []
  private var consents: [[String: any Sendable]] = []
  private var events: [[String: any Sendable]] = []
  private var pollers: [CheckedContinuation<Void, Never>] = []
  var credentialState: [String: any Sendable] = ["state": "authorized"]
  private var serial = 0
  private let time: TestTime

  init(_ time: TestTime) { self.time = time }

  func fail(_ path: String, _ fault: Fault, times: Int = 1) {
    for _ in 0..<times { faults.append((path, fault)) }
  }

  func requests(_ path: String) -> [Received] { received.filter { $0.path.hasSuffix(path) } }

  func add(_ account: Account) { accounts[account.uid] = account }
  /// What a team transfer does at the service: the account's Apple identity has another subject.
  func move(_ uid: String, to appleUser: String) {
    accounts[uid]?.appleUser = appleUser
    credentialState = ["state": "authorized", "user": appleUser]
  }
  func setState(_ state: [String: any Sendable]) { credentialState = state }
  func endSessions() { sessions = [:] }
  func remove(_ uid: String) { accounts[uid] = nil }
  func disableAll() { isDisabled = true }
  private var isDisabled = false

  func push(_ type: String) {
    events.append(["id": events.count + 1, "type": type, "at": "1700000000000"])
    let waiting = pollers
    pollers = []
    for poller in waiting { poller.resume() }
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let path = request.url.path
    let body = request.body ?? Data()
    let json = Self.object(body)
    received.append(Received(path: path, headers: request.headers, body: body))
    let index = faults.firstIndex { path.hasSuffix($0.path) }
    let fault = index.map { faults.remove(at: $0).fault }
    switch fault {
    case .offline: throw URLError(.notConnectedToInternet)
    case .status(let status, let message, let headers):
      return reply(status, Self.error(status, message), headers)
    case .text(let status, let text): return TransportResponse(status: status, body: Data(text.utf8))
    case .lostAnswer, nil: break
    }
    let answer = try await work(path, json, request)
    if case .lostAnswer? = fault { throw URLError(.networkConnectionLost) }
    return answer
  }

  private func work(
    _ path: String, _ json: [String: Any], _ request: TransportRequest
  ) async throws -> TransportResponse {
    switch path.split(separator: "/").last.map(String.init) ?? "" {
    case "accounts:signInWithIdp": return signInWithIdp(json, request.headers)
    case "accounts:signInWithPassword":
      guard let account = accounts.values.first(where: { $0.email == json["email"] as? String }) else {
        return refuse("EMAIL_NOT_FOUND")
      }
      guard account.password == json["password"] as? String else { return refuse("INVALID_PASSWORD") }
      return open(account.uid)
    case "accounts:signUp": return signUp(json)
    case "accounts:signInWithCustomToken": return open(create { $0.name = "custom" })
    case "accounts:lookup": return with(json) { reply(200, ["users": [record($0)]]) }
    case "accounts:update": return with(json) { update($0, json) }
    case "accounts:delete": return delete(json)
    case "accounts:revokeToken": return revoke(json)
    case "accounts:sendOobCode": return reply(200, ["email": json["email"] as? String ?? ""])
    case "token": return refresh(json)
    case "sessions:list": return with(json) { _ in reply(200, ["sessions": listed()]) }
    case "sessions:end": return with(json) { _ in reply(200, [:]) }
    case "sessions:signOut":
      if let ended = sessions[json["refreshToken"] as? String ?? ""] {
        sessions = sessions.filter { $0.value.sid != ended.sid }
      }
      return reply(200, [:])
    case "consents:record":
      consents.append(json.compactMapValues { $0 as? String })
      return reply(200, [:])
    case "consents:list": return reply(200, ["consents": consents])
    case "apple:credentialState": return with(json) { _ in reply(200, credentialState) }
    case "account:export": return with(json) { reply(200, ["account": record($0)]) }
    case "events": return try await poll(request)
    case "openid-configuration": return reply(200, ["issuer": "https://service.example/demo"])
    default: return reply(404, Self.error(404, "Not Found"))
    }
  }
}

extension WireService {
  private func signInWithIdp(_ json: [String: Any], _ headers: [String: String]) -> TransportResponse {
    if let token = json["pendingToken"] as? String {
      guard let uid = pending.removeValue(forKey: token) else { return refuse("INVALID_PENDING_TOKEN") }
      return open(uid)
    }
    let form = Self.form(json["postBody"] as? String ?? "")
    guard let token = form["id_token"], let claims = Self.claims(token), let user = claims["sub"] as? String
    else { return refuse("INVALID_IDP_RESPONSE : The Apple identity token is not valid.") }
    let requestID = headers["X-Bramley-Request-Id"] ?? ""
    if let first = usedTokens[token], first != requestID {
      return refuse("MISSING_OR_INVALID_NONCE : Duplicate credential received.")
    }
    let expected = Hex.encode(SHA256.digest(utf8: form["nonce"] ?? "").bytes)
    guard claims["nonce"] as? String == expected else {
      return refuse("MISSING_OR_INVALID_NONCE : The nonce in ID Token does not match.")
    }
    usedTokens[token] = requestID
    let owner = accounts.values.first { $0.appleUser == user }
    if let idToken = json["idToken"] as? String { return link(idToken, user, owner, claims, json) }
    if let owner { return open(owner.uid) }
    if json["autoCreate"] as? Bool == false {
      return reply(200, ["errorMessage": "USER_NOT_FOUND", "providerId": "apple.com"])
    }
    let email = claims["email"] as? String
    if let taken = accounts.values.first(where: { $0.email == email && email != nil }) {
      return reply(
        200,
        [
          "needConfirmation": true, "verifiedProvider": ["password"], "email": email ?? "",
          "providerId": "apple.com", "pendingToken": park(taken.uid),
        ])
    }
    let uid = create {
      $0.appleUser = user
      $0.email = email
      $0.isVerified = true
      $0.name = Self.name(form["user"])
    }
    return open(uid, ["isNewUser": true, "providerId": "apple.com"])
  }

  private func link(
    _ idToken: String, _ user: String, _ owner: Account?, _ claims: [String: Any], _ json: [String: Any]
  ) -> TransportResponse {
    guard let uid = uid(idToken) else { return refuse("INVALID_ID_TOKEN") }
    guard json["consent"] != nil else { return refuse("OPERATION_NOT_ALLOWED : CONSENT_REQUIRED Say yes.") }
    if let owner {
      return reply(
        200,
        [
          "errorMessage": "FEDERATED_USER_ID_ALREADY_LINKED", "providerId": "apple.com",
          "email": owner.email ?? "", "pendingToken": park(owner.uid),
        ])
    }
    accounts[uid]?.appleUser = user
    return open(uid, ["providerId": "apple.com"])
  }

  private func signUp(_ json: [String: Any]) -> TransportResponse {
    let email = json["email"] as? String
    if let idToken = json["idToken"] as? String, let uid = uid(idToken) {
      accounts[uid]?.email = email
      accounts[uid]?.password = json["password"] as? String
      return open(uid)
    }
    if email != nil, accounts.values.contains(where: { $0.email == email }) { return refuse("EMAIL_EXISTS") }
    return open(
      create {
        $0.email = email
        $0.password = json["password"] as? String
      })
  }

  private func update(_ uid: String, _ json: [String: Any]) -> TransportResponse {
    if let name = json["displayName"] as? String { accounts[uid]?.name = name }
    if let gone = json["deleteProvider"] as? [String], gone.contains("apple.com") {
      accounts[uid]?.appleUser = nil
    }
    if let gone = json["deleteAttribute"] as? [String], gone.contains("PASSWORD") {
      let proven = sessions.values.filter { $0.uid == uid }.map(\.provenAt).max() ?? .distantPast
      guard time.now.timeIntervalSince(proven) <= 300 else { return refuse("CREDENTIAL_TOO_OLD_LOGIN_AGAIN") }
      accounts[uid]?.password = nil
      // As the service does: the end of a password ends every session.
      sessions = sessions.filter { $0.value.uid != uid }
      return open(uid)
    }
    if let password = json["password"] as? String {
      guard password.count >= 6 else {
        return refuse("WEAK_PASSWORD : Password should be at least 6 characters")
      }
      accounts[uid]?.password = password
      return open(uid)
    }
    return reply(200, ["localId": uid])
  }

  private func delete(_ json: [String: Any]) -> TransportResponse {
    with(json) { uid in
      let proven = sessions.values.filter { $0.uid == uid }.map(\.provenAt).max() ?? .distantPast
      guard time.now.timeIntervalSince(proven) <= 300 else { return refuse("CREDENTIAL_TOO_OLD_LOGIN_AGAIN") }
      accounts[uid] = nil
      return reply(200, ["kind": "identitytoolkit#DeleteAccountResponse"])
    }
  }

  private func revoke(_ json: [String: Any]) -> TransportResponse {
    with(json) { uid in
      revokedCodes.append(json["token"] as? String ?? "")
      for token in sessions.filter({ $0.value.uid == uid }).keys { sessions[token]?.provenAt = time.now }
      return reply(200, [:])
    }
  }

  private func refresh(_ json: [String: Any]) -> TransportResponse {
    guard let old = json["refresh_token"] as? String, let session = sessions[old] else {
      return refuse("TOKEN_EXPIRED")
    }
    guard accounts[session.uid] != nil else { return refuse("USER_NOT_FOUND") }
    if isDisabled { return refuse("USER_DISABLED") }
    serial += 1
    let new = "refresh-\(serial)"
    // The predecessor stays good, as R31 wants for an answer that got lost.
    sessions[new] = session
    return reply(
      200,
      [
        "id_token": token(session), "refresh_token": new, "expires_in": "3600", "user_id": session.uid,
        "token_type": "Bearer",
      ])
  }

  private func poll(_ request: TransportRequest) async throws -> TransportResponse {
    let bearer = (request.headers["Authorization"] ?? "").replacingOccurrences(of: "Bearer ", with: "")
    guard uid(bearer) != nil else { return refuse("TOKEN_EXPIRED") }
    let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let after = Int(query.first { $0.name == "after" }?.value ?? "0") ?? 0
    if events.count <= after { await withCheckedContinuation { pollers.append($0) } }
    return reply(200, ["events": Array(events.dropFirst(after)), "next": events.count])
  }
}

extension WireService {
  private func create(_ body: (inout Account) -> Void) -> String {
    serial += 1
    var account = Account(uid: "uid-\(serial)")
    body(&account)
    accounts[account.uid] = account
    return account.uid
  }

  private func park(_ uid: String) -> String {
    serial += 1
    pending["pending-\(serial)"] = uid
    return "pending-\(serial)"
  }

  private func open(_ uid: String, _ extra: [String: any Sendable] = [:]) -> TransportResponse {
    serial += 1
    let session = Session(uid: uid, sid: "sid-\(serial)", provenAt: time.now)
    let refreshToken = "refresh-\(serial)"
    sessions[refreshToken] = session
    var body: [String: any Sendable] = [
      "idToken": token(session), "refreshToken": refreshToken, "expiresIn": "3600", "localId": uid,
    ]
    body.merge(extra) { $1 }
    return reply(200, body)
  }

  private func with(_ json: [String: Any], _ body: (String) -> TransportResponse) -> TransportResponse {
    guard let token = json["idToken"] as? String, let claims = Self.claims(token),
      let uid = claims["sub"] as? String
    else { return refuse("INVALID_ID_TOKEN") }
    guard accounts[uid] != nil else { return refuse("USER_NOT_FOUND") }
    guard sessions.values.contains(where: { $0.sid == claims["sid"] as? String }) else {
      return refuse("TOKEN_EXPIRED")
    }
    return body(uid)
  }

  private func uid(_ idToken: String) -> String? {
    guard let claims = Self.claims(idToken), let uid = claims["sub"] as? String, accounts[uid] != nil,
      sessions.values.contains(where: { $0.sid == claims["sid"] as? String })
    else { return nil }
    return uid
  }

  private func token(_ session: Session) -> String {
    serial += 1
    let issued = Int(time.now.timeIntervalSince1970)
    let claims =
      #"{"sub":"\#(session.uid)","sid":"\#(session.sid)","iat":\#(issued),"exp":\#(issued + 3600),"jti":\#(serial)}"#
    return ["{}", claims, "signature"].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
  }

  private func record(_ uid: String) -> [String: any Sendable] {
    guard let account = accounts[uid] else { return [:] }
    var record: [String: any Sendable] = [
      "localId": uid, "createdAt": "1700000000000", "lastLoginAt": "1700000001000",
    ]
    var ways: [[String: any Sendable]] = []
    record["email"] = account.email
    if account.email != nil { record["emailVerified"] = account.isVerified }
    record["displayName"] = account.name
    if let user = account.appleUser { ways.append(["providerId": "apple.com", "rawId": user]) }
    if account.password != nil {
      ways.append(["providerId": "password", "rawId": account.email ?? ""])
      record["passwordHash"] = "UkVEQUNURUQ="
    }
    if !ways.isEmpty { record["providerUserInfo"] = ways }
    return record
  }

  private func listed() -> [[String: any Sendable]] {
    sessions.values.map { ["sid": $0.sid, "createdAt": "1700000000000"] }
  }

  private func refuse(_ message: String) -> TransportResponse {
    reply(400, Self.error(400, message))
  }

  private func reply(
    _ status: Int, _ body: [String: any Sendable], _ headers: [String: String] = [:]
  ) -> TransportResponse {
    let content = (try? JSONSerialization.data(withJSONObject: body)) ?? Data()
    return TransportResponse(
      status: status, headers: ["x-request-id": "trace-1"].merging(headers) { $1 }, body: content)
  }

  private static func error(_ code: Int, _ message: String) -> [String: any Sendable] {
    let error: [String: any Sendable] = ["code": code, "message": message]
    return ["error": error]
  }

  static func object(_ bytes: Data) -> [String: Any] {
    (try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]) ?? [:]
  }

  private static func form(_ text: String) -> [String: String] {
    var form: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      form[parts.first ?? ""] = parts.count > 1 ? parts[1].removingPercentEncoding : ""
    }
    return form
  }

  private static func name(_ user: String?) -> String? {
    guard let user, let json = try? JSONSerialization.jsonObject(with: Data(user.utf8)) as? [String: Any],
      let name = json["name"] as? [String: String]
    else { return nil }
    return [name["firstName"], name["lastName"]].compactMap(\.self).joined(separator: " ")
  }

  private static func claims(_ token: String) -> [String: Any]? {
    let parts = token.split(separator: ".")
    guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])) else { return nil }
    return try? JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any]
  }
}
