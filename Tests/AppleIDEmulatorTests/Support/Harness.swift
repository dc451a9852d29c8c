import AppleIDEmulator
import BramleyCrypto
import BramleyHTTP
import BramleyJOSE
import Testing
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One signing key for all tests: making keys, and checking that they are some, is what takes time.
let sharedSigningKeys = signingKeys(1)

/// A set as large as the one that the service makes for itself.
let severalSigningKeys = signingKeys(3)

private func signingKeys(_ count: Int) -> Secret {
  let jwks = (0..<count).map { number -> String in
    let key = try! RSAPrivateKey.generate()
    return try! PrivateJWK(key: .rs256(key), keyID: "testkey\(number)").json().revealText()!
  }
  return Secret(utf8: #"{"keys":[\#(jwks.joined(separator: ","))]}"#)
}

/// An emulator in memory, asked in process.
struct Harness: Sendable {
  static let callback = "http://localhost:9099/__/auth/handler"
  static let audience = "https://appleid.apple.com"

  let emulator: AppleIDEmulator
  let clock = TestClock()
  let sender = RecordingSender()

  init(_ configure: (inout AppleIDEmulator.Configuration) -> Void = { _ in }) async throws {
    var configuration = AppleIDEmulator.Configuration()
    configuration.signingKeys = sharedSigningKeys
    let clock = clock
    configuration.now = { clock.now }
    configuration.sender = sender
    configure(&configuration)
    emulator = try await AppleIDEmulator(configuration)
    try await emulator.registerDemo(serviceOrigins: ["http://localhost:9099", "http://127.0.0.1:9099"])
  }

  // MARK: Requests

  func get(_ path: String, query: FormFields = [:], headers: HTTPFields = [:]) async -> HTTPResponse {
    await send(.get, path, query: query.encoded, headers: headers)
  }

  func send(
    _ method: HTTPMethod, _ path: String, query: String = "", headers: HTTPFields = [:], body: [UInt8] = []
  ) async -> HTTPResponse {
    var headers = headers
    if headers["host"] == nil { headers["host"] = "127.0.0.1:9100" }
    return await emulator.responder.respond(
      to: HTTPRequest(method: method, path: path, query: query, headers: headers, body: body))
  }

  func post(
    _ path: String, form: FormFields, query: FormFields = [:], headers: HTTPFields = [:]
  ) async -> HTTPResponse {
    var headers = headers
    headers["content-type"] = headers["content-type"] ?? "application/x-www-form-urlencoded"
    return await send(.post, path, query: query.encoded, headers: headers, body: Array(form.encoded.utf8))
  }

  func control(_ method: HTTPMethod, _ path: String, _ json: String? = nil) async -> HTTPResponse {
    let cut = path.split(separator: "?", maxSplits: 1)
    return await send(
      method, "/emulator/v1" + cut[0], query: cut.count > 1 ? String(cut[1]) : "",
      headers: json == nil ? [:] : ["content-type": "application/json"], body: Array((json ?? "").utf8))
  }

  // MARK: Client secrets

  struct SecretParts: Sendable {
    var alg = "ES256"
    var kid: String? = "DEMOKEY001"
    var iss: String? = "DEMOTEAM01"
    var sub: String? = "com.example.web"
    var aud: String? = "\"https://appleid.apple.com\""
    var iat: Double?
    var exp: Double?
    var pem: Secret?
  }

  func secret(_ change: (inout SecretParts) -> Void = { _ in }) throws -> String {
    var parts = SecretParts()
    parts.iat = clock.now.timeIntervalSince1970 - 60
    parts.exp = clock.now.timeIntervalSince1970 + 300
    change(&parts)
    var header = "{\"alg\":\"\(parts.alg)\""
    if let kid = parts.kid { header += ",\"kid\":\"\(kid)\"" }
    header += "}"
    var claims: [String] = []
    if let iss = parts.iss { claims.append("\"iss\":\"\(iss)\"") }
    if let sub = parts.sub { claims.append("\"sub\":\"\(sub)\"") }
    if let aud = parts.aud { claims.append("\"aud\":\(aud)") }
    if let iat = parts.iat { claims.append("\"iat\":\(Int(iat))") }
    if let exp = parts.exp { claims.append("\"exp\":\(Int(exp))") }
    let input =
      Base64URL.encode(Array(header.utf8)) + "."
      + Base64URL.encode(Array("{\(claims.joined(separator: ","))}".utf8))
    let pem = try #require(parts.pem ?? emulator.demoCredentials?.privateKey)
    let signature = try P256PrivateKey(pem: pem).sign(Array(input.utf8))
    return input + "." + Base64URL.encode(signature)
  }

  // MARK: Flows

  func query(_ changes: [String: String?] = [:]) -> FormFields {
    var values: [String: String?] = [
      "client_id": "com.example.web", "redirect_uri": Self.callback, "response_type": "code",
      "response_mode": "form_post", "scope": "name email", "state": "st-1", "nonce": "n-1",
    ]
    for (name, value) in changes { values[name] = value }
    var fields: FormFields = [:]
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { if let value { fields.add(name, value) } }
    return fields
  }

  func consent(_ query: FormFields, _ form: FormFields = ["user": "maria@example.com"]) async -> HTTPResponse
  {
    var form = form
    if form["action"] == nil { form.add("action", "continue") }
    return await post("/appleauth/auth/oauth/authorize", form: form, query: query)
  }

  /// Signs in on the page and gives the fields that the relying party would be posted.
  func signIn(
    _ changes: [String: String?] = [:], _ form: FormFields = ["user": "maria@example.com"]
  ) async throws -> [String: String] {
    let response = await consent(query(changes), form)
    try #require(response.status == 200, "\(response.text)")
    return Page(response).hiddenFields
  }

  func exchange(code: String, _ changes: [String: String?] = [:]) async throws -> HTTPResponse {
    var values: [String: String?] = [
      "client_id": "com.example.web", "client_secret": try secret(), "grant_type": "authorization_code",
      "code": code, "redirect_uri": Self.callback,
    ]
    for (name, value) in changes { values[name] = value }
    var fields: FormFields = [:]
    for (name, value) in values { if let value { fields.add(name, value) } }
    return await post("/auth/token", form: fields)
  }

  /// Signs in and exchanges; gives the token answer.
  func tokens(_ form: FormFields = ["user": "maria@example.com"]) async throws -> TokenReply {
    let code = try #require(try await signIn([:], form)["code"])
    return try await exchange(code: code).json(TokenReply.self)
  }

  func refresh(_ token: String, _ changes: [String: String?] = [:]) async throws -> HTTPResponse {
    var values: [String: String?] = [
      "client_id": "com.example.web", "client_secret": try secret(), "grant_type": "refresh_token",
      "refresh_token": token,
    ]
    for (name, value) in changes { values[name] = value }
    var fields: FormFields = [:]
    for (name, value) in values { if let value { fields.add(name, value) } }
    return await post("/auth/token", form: fields)
  }

  func revoke(_ token: String, _ changes: [String: String?] = [:]) async throws -> HTTPResponse {
    var values: [String: String?] = [
      "client_id": "com.example.web", "client_secret": try secret(), "token": token,
    ]
    for (name, value) in changes { values[name] = value }
    var fields: FormFields = [:]
    for (name, value) in values { if let value { fields.add(name, value) } }
    return await post("/auth/revoke", form: fields)
  }

  func native(
    _ json: String =
      #"{"client_id":"com.example.app","user":"maria@example.com","scopes":["name","email"],"nonce":"abc"}"#
  )
    async throws -> NativeReply
  {
    let response = await control(.post, "/native/authorizations", json)
    try #require(response.status == 200, "\(response.text)")
    return try response.json(NativeReply.self)
  }

  /// Verifies a token with the served key set and gives its claims.
  func claims(_ token: String) async throws -> Claims {
    let keys = try JWKSet(json: await get("/auth/keys").body)
    return try CompactJWS(token).verify(keyLookup: { keys.key($0) }).claims(as: Claims.self)
  }

  /// The reason of the newest refusal in the request log.
  func lastReason() async throws -> String {
    struct Log: Decodable {
      struct Entry: Decodable { var reason: String? }
      let requests: [Entry]
    }
    return try await control(.get, "/requests").json(Log.self).requests.first?.reason ?? ""
  }
}
