public import AuthenticationServices
import BramleyCrypto
public import Foundation

/// Apple within the process: right in its answers, with identity tokens that nobody signed.
///
/// Good for apps without a service; a real one refuses these tokens.
public actor OfflineAppleService: SimulatedAppleService {
  private struct Grant {
    var user: String
    var email: String
    var isRevoked = false
    /// The identifier before the app moved to another team.
    var formerUser: String?
  }

  private var grants: [String: Grant] = [:]
  private var teams: [String: String] = [:]
  private var codes = 0
  private let now: @Sendable () -> Date

  /// A service that nobody has authorized an app with.
  public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

  /// Authorizes an app for the person.
  public func authorize(_ request: NativeAuthorizationRequest) -> NativeAuthorization {
    let key = Self.key(request.clientID, request.account.email)
    let isFirst = grants[key]?.isRevoked ?? true
    if isFirst {
      let user = self.user(key, request.clientID)
      let relay = user.dropFirst(7).prefix(10) + "@privaterelay.appleid.com"
      grants[key] = Grant(user: user, email: request.hidesEmail ? String(relay) : request.account.email)
    }
    let grant = grants[key] ?? Grant(user: "", email: "")
    codes += 1
    return NativeAuthorization(
      user: grant.user, identityToken: token(request, grant), authorizationCode: "code-\(codes)",
      state: request.state, email: isFirst && request.asksForEmail ? grant.email : nil,
      name: isFirst && request.asksForName ? request.name : nil, allowsName: request.asksForName,
      allowsEmail: request.asksForEmail)
  }

  /// Tells how the authorization of an app stands.
  public func credentialState(
    clientID: String, user: String
  ) -> ASAuthorizationAppleIDProvider.CredentialState {
    let ofApp = grants.filter { $0.key.hasPrefix(clientID + " ") }.values
    if let grant = ofApp.first(where: { $0.user == user }) { return grant.isRevoked ? .revoked : .authorized }
    return ofApp.contains { $0.formerUser == user && !$0.isRevoked } ? .transferred : .notFound
  }

  /// Whether the person has authorized the app.
  public func hasGrant(clientID: String, email: String) -> Bool {
    grants[Self.key(clientID, email)].map { !$0.isRevoked } ?? false
  }

  /// Ends the person's authorization, so that the next one counts as the first again.
  public func stopUsing(clientID: String, email: String) {
    grants[Self.key(clientID, email)]?.isRevoked = true
  }

  /// Moves an app to another developer team, which knows its people under new identifiers.
  public func transfer(clientID: String, toTeam team: String) {
    teams[clientID] = team
    for (key, grant) in grants where key.hasPrefix(clientID + " ") {
      grants[key]?.formerUser = grant.user
      grants[key]?.user = user(key, clientID)
    }
  }

  private func user(_ key: String, _ clientID: String) -> String {
    let digest = Hex.encode(SHA256.digest(Array((key + (teams[clientID] ?? "")).utf8)).bytes)
    return "001234.\(digest.prefix(32)).0405"
  }

  private static func key(_ clientID: String, _ email: String) -> String { "\(clientID) \(email)" }

  private func token(_ request: NativeAuthorizationRequest, _ grant: Grant) -> String {
    let issued = Int(now().timeIntervalSince1970)
    let claims = Claims(
      iss: "https://appleid.apple.com", aud: request.clientID, sub: grant.user, iat: issued,
      exp: issued + 86_400, auth_time: issued, nonce: request.nonce, nonce_supported: true,
      email: request.asksForEmail ? grant.email : nil,
      email_verified: request.asksForEmail ? true : nil)
    return UnsignedToken.text(claims)
  }

  /// The claims of a token, in Apple's spelling.
  private struct Claims: Encodable {
    let iss: String
    let aud: String
    let sub: String
    let iat: Int
    let exp: Int
    let auth_time: Int
    let nonce: String?
    let nonce_supported: Bool
    let email: String?
    let email_verified: Bool?
  }
}
