public import AuthenticationServices
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Apple as the emulator plays it: its tokens are signed and its codes can be exchanged.
public struct EmulatorAppleService: SimulatedAppleService {
  /// Why the emulator did not do as asked.
  public struct Refusal: Error, Equatable {
    /// The HTTP status; 0 when no answer came.
    public let status: Int
    /// What the emulator says.
    public let message: String
  }

  private let baseURL: URL

  /// The emulator at an address such as `http://127.0.0.1:9100`.
  public init(baseURL: URL) { self.baseURL = baseURL }

  /// Authorizes an app for the person; makes the account at Apple if it is new there.
  public func authorize(_ request: NativeAuthorizationRequest) async throws -> NativeAuthorization {
    try await ensureAccount(request.account)
    var scopes: [String] = []
    if request.asksForName { scopes.append("name") }
    if request.asksForEmail { scopes.append("email") }
    let answer: AuthorizationAnswer = try await call(
      "POST", "/native/authorizations",
      AuthorizationBody(
        client_id: request.clientID, user: request.account.email, scopes: scopes, nonce: request.nonce,
        state: request.state, hide_email: request.hidesEmail,
        full_name: FullName(
          given_name: request.name.givenName ?? "", family_name: request.name.familyName ?? "")))
    return NativeAuthorization(
      user: answer.user, identityToken: answer.identity_token,
      authorizationCode: answer.authorization_code, state: answer.state, email: answer.email,
      name: answer.full_name?.components, allowsName: answer.authorized_scopes.contains("name"),
      allowsEmail: answer.authorized_scopes.contains("email"))
  }

  /// Tells how the authorization of an app stands.
  public func credentialState(
    clientID: String, user: String
  ) async throws -> ASAuthorizationAppleIDProvider.CredentialState {
    let answer: StateAnswer = try await call(
      "GET", "/credential-state", query: ["client_id": clientID, "user": user])
    switch answer.state {
    case "authorized": return .authorized
    case "revoked": return .revoked
    case "transferred": return .transferred
    default: return .notFound
    }
  }

  /// Whether the person has authorized the app.
  public func hasGrant(clientID: String, email: String) async throws -> Bool {
    let users: UsersAnswer = try await call("GET", "/users")
    guard let user = users.users.first(where: { $0.email == email })?.user else { return false }
    return try await credentialState(clientID: clientID, user: user) == .authorized
  }

  /// Ends the person's authorization, so that the next one counts as the first again.
  public func stopUsing(clientID: String, email: String) async throws {
    let path = "/users/\(Self.segment(email))/events"
    let _: Empty = try await call(
      "POST", path, EventBody(type: "consent-revoked", client_id: clientID))
  }

  /// Moves an app to another developer team, which is made if it is new.
  public func transfer(clientID: String, toTeam team: String) async throws {
    do {
      let _: Empty = try await call("POST", "/teams", ["team_id": team])
    } catch let refusal as Refusal where refusal.status == 409 {
      // The team is there already.
    }
    let _: Empty = try await call("POST", "/transfers", ["client_id": clientID, "to_team": team])
  }

  private func ensureAccount(_ account: DeviceAccount) async throws {
    let _: Empty = try await call(
      "POST", "/users",
      AccountBody(
        email: account.email, given_name: account.name.givenName, family_name: account.name.familyName))
  }

  private static func segment(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
  }
}

extension EmulatorAppleService {
  private func call<Answer: Decodable>(
    _ method: String, _ path: String, query: [String: String] = [:]
  ) async throws -> Answer {
    try await send(method, path, query: query, body: nil)
  }

  private func call<Answer: Decodable>(
    _ method: String, _ path: String, _ body: some Encodable
  ) async throws -> Answer {
    try await send(method, path, query: [:], body: JSONEncoder().encode(body))
  }

  private func send<Answer: Decodable>(
    _ method: String, _ path: String, query: [String: String], body: Data?
  ) async throws -> Answer {
    var address = baseURL.absoluteString + "/emulator/v1" + path
    if !query.isEmpty {
      address +=
        "?"
        + query.sorted { $0.key < $1.key }
        .map { "\($0.key)=\(Self.segment($0.value))" }.joined(separator: "&")
    }
    guard let url = URL(string: address) else { throw Refusal(status: 0, message: "Not an address.") }
    var request = URLRequest(url: url, timeoutInterval: 20)
    request.httpMethod = method
    request.httpBody = body
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let (content, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200..<300).contains(status) else {
      throw Refusal(status: status, message: String(decoding: content.prefix(500), as: UTF8.self))
    }
    return try JSONDecoder().decode(Answer.self, from: content.isEmpty ? Data("{}".utf8) : content)
  }
}

// The emulator's control API in its own spelling.
private struct AuthorizationBody: Encodable {
  let client_id: String
  let user: String
  let scopes: [String]
  let nonce: String?
  let state: String?
  let hide_email: Bool
  let full_name: FullName
}

private struct FullName: Codable {
  let given_name: String?
  let family_name: String?

  var components: PersonNameComponents {
    var name = PersonNameComponents()
    name.givenName = given_name.flatMap { $0.isEmpty ? nil : $0 }
    name.familyName = family_name.flatMap { $0.isEmpty ? nil : $0 }
    return name
  }
}

private struct AuthorizationAnswer: Decodable {
  let user: String
  let identity_token: String
  let authorization_code: String
  let state: String?
  let email: String?
  let full_name: FullName?
  let authorized_scopes: [String]
}

private struct AccountBody: Encodable {
  let email: String
  let given_name: String?
  let family_name: String?
}

private struct StateAnswer: Decodable { let state: String }

private struct UsersAnswer: Decodable {
  struct User: Decodable {
    let user: String
    let email: String
  }
  let users: [User]
}

private struct EventBody: Encodable {
  let type: String
  let client_id: String
}

private struct Empty: Decodable {}
