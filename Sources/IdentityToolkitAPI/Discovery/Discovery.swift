import Accounts
import BramleyHTTP

/// How anyone verifies our ID tokens with a standard library (R11).
///
/// - Standard: OpenID Connect Discovery 1.0 §3.
struct Discovery: WireResponse {
  let issuer: String
  let jwksURI: String
  let authorizationEndpoint: String
  let tokenEndpoint: String
  let algorithms: [String]

  enum CodingKeys: String, CodingKey {
    case issuer
    case jwksURI = "jwks_uri"
    case authorizationEndpoint = "authorization_endpoint"
    case tokenEndpoint = "token_endpoint"
    case algorithms = "id_token_signing_alg_values_supported"
    case responseTypes = "response_types_supported"
    case subjectTypes = "subject_types_supported"
    case grantTypes = "grant_types_supported"
    case challengeMethods = "code_challenge_methods_supported"
    case claims = "claims_supported"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(issuer, forKey: .issuer)
    try container.encode(jwksURI, forKey: .jwksURI)
    try container.encode(authorizationEndpoint, forKey: .authorizationEndpoint)
    try container.encode(tokenEndpoint, forKey: .tokenEndpoint)
    try container.encode(algorithms, forKey: .algorithms)
    try container.encode(["code"], forKey: .responseTypes)
    try container.encode(["public"], forKey: .subjectTypes)
    try container.encode(["authorization_code", "refresh_token"], forKey: .grantTypes)
    try container.encode(["S256"], forKey: .challengeMethods)
    try container.encode(
      [
        "iss", "aud", "sub", "iat", "exp", "auth_time", "email", "email_verified", "name", "picture", "sid",
        "firebase",
      ],
      forKey: .claims)
  }
}

extension IdentityToolkitAPI {
  /// The address that clients use: configured, or in development the loopback name they came by (R8).
  func origin(of request: HTTPRequest) -> String {
    (settings.publicOrigin ?? "http://\(request.headers["host"] ?? "localhost")") + settings.basePath
  }

  func addDiscovery(to router: inout Router) {
    let discovery: HTTPHandler = { request, _ in cacheable(document(of: request)) }
    router.on(.get, "/.well-known/openid-configuration", discovery)
    router.on(.get, RoutePattern("/\(settings.project)/.well-known/openid-configuration"), discovery)
    router.on(.get, "/.well-known/jwks.json") { _, _ in cacheable(signer.publicKeySet) }
    router.on(.get, "/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys") { _, _ in
      cacheable(signer.publicKeySet)
    }
  }

  private func document(of request: HTTPRequest) -> [UInt8] {
    let origin = origin(of: request)
    return Discovery(
      issuer: accounts.policy.issuer, jwksURI: origin + "/.well-known/jwks.json",
      authorizationEndpoint: origin + "/signin",
      tokenEndpoint: origin + "/securetoken.googleapis.com/v1/token", algorithms: signer.algorithms
    ).encoded()
  }

  /// Keys change rarely and are published before they sign; five minutes keep a rotation quick.
  private func cacheable(_ body: [UInt8]) -> HTTPResponse {
    var response = HTTPResponse.json(body)
    response.headers["cache-control"] = "public, max-age=300"
    response.isRepeated = true
    return response
  }
}
