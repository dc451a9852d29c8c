import BramleyHTTP

/// `/.well-known/openid-configuration` and `/auth/keys`.
struct DiscoveryEndpoint: Sendable {
  let core: EmulatorCore

  /// Exactly the members that Apple serves; what is missing there is missing here.
  private struct Document: Encodable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let revocationEndpoint: String
    let keysURI: String
    let responseTypes = ["code"]
    let responseModes = ["query", "fragment", "form_post"]
    let subjectTypes = ["pairwise"]
    let algorithms = ["RS256"]
    let scopes = ["openid", "email", "name"]
    let authenticationMethods = ["client_secret_post"]
    let claims = [
      "aud", "email", "email_verified", "exp", "iat", "is_private_email", "iss", "nonce",
      "nonce_supported", "real_user_status", "sub", "transfer_sub",
    ]

    enum CodingKeys: String, CodingKey {
      case issuer
      case authorizationEndpoint = "authorization_endpoint"
      case tokenEndpoint = "token_endpoint"
      case revocationEndpoint = "revocation_endpoint"
      case keysURI = "jwks_uri"
      case responseTypes = "response_types_supported"
      case responseModes = "response_modes_supported"
      case subjectTypes = "subject_types_supported"
      case algorithms = "id_token_signing_alg_values_supported"
      case scopes = "scopes_supported"
      case authenticationMethods = "token_endpoint_auth_methods_supported"
      case claims = "claims_supported"
    }
  }

  /// The discovery document, its endpoints under the address by which the caller came.
  func configuration(_ request: HTTPRequest) throws -> Answer {
    let base = core.baseURL(of: request)
    return Answer(
      cacheable(
        try JSON.encode(
          Document(
            issuer: core.issuer, authorizationEndpoint: base + "/auth/authorize",
            tokenEndpoint: base + "/auth/token", revocationEndpoint: base + "/auth/revoke",
            keysURI: base + "/auth/keys"))))
  }

  /// The key set.
  func keys(flaw: ServiceKeySet.Flaw) throws -> Answer {
    Answer(cacheable(try core.keys.document(flaw: flaw, shuffled: core.settings.shuffleKeys)))
  }

  private func cacheable(_ body: [UInt8]) -> HTTPResponse {
    var response = HTTPResponse(
      status: 200, headers: ["content-type": "application/json;charset=UTF-8"], body: body)
    if let age = core.settings.keysMaxAge { response.headers["cache-control"] = "public, max-age=\(age)" }
    return response
  }
}
