import Accounts
import BramleyCrypto
import BramleyHTTP

/// What the provider answered, gathered from `requestUri` and `postBody` (wire §4.3).
struct ProviderAnswer: Sendable {
  /// `apple.com`, `google.com`…
  let provider: ProviderID
  /// The parameters.
  let parameters: PostBody
  /// `requestUri` without query and fragment.
  let redirectURI: String

  /// Merges in the order of the wire: the query of `requestUri`, then `postBody`, then the fragment.
  ///
  /// - Throws: `MISSING_REQUEST_URI`, `INVALID_REQUEST_URI`, `INVALID_CREDENTIAL_OR_PROVIDER_ID`.
  init(requestURI: String?, postBody: String?) throws(WireError) {
    guard let requestURI, !requestURI.isEmpty else { throw .refused("MISSING_REQUEST_URI") }
    guard Self.isAbsolute(requestURI) else { throw .refused("INVALID_REQUEST_URI") }
    let fragmentCut = requestURI.utf8.firstIndex(of: UInt8(ascii: "#"))
    let beforeFragment = fragmentCut.map { requestURI[..<$0] } ?? requestURI[...]
    let queryCut = beforeFragment.utf8.firstIndex(of: UInt8(ascii: "?"))
    redirectURI = String(queryCut.map { beforeFragment[..<$0] } ?? beforeFragment)
    var parameters = PostBody()
    if let queryCut {
      parameters.merge(PostBody(String(beforeFragment[beforeFragment.index(after: queryCut)...])))
    }
    if let postBody { parameters.merge(PostBody(postBody)) }
    if let fragmentCut {
      parameters.merge(PostBody(String(requestURI[requestURI.index(after: fragmentCut)...])))
    }
    guard let provider = parameters["providerId"] else {
      // The address is repeated without its query: tokens stand there.
      throw .refused(
        "INVALID_CREDENTIAL_OR_PROVIDER_ID", "Invalid IdP response/credential: \(redirectURI.prefix(256))")
    }
    self.provider = ProviderID(rawValue: String(provider.prefix(64)))
    self.parameters = parameters
  }

  /// Whether an address has `://` with something on both sides.
  private static func isAbsolute(_ address: String) -> Bool {
    var rest = address.utf8[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[colon...].dropFirst()
      if rest.starts(with: "//".utf8) { return colon > address.startIndex && rest.dropFirst(2).first != nil }
    }
    return false
  }

  /// The proof that the parameters amount to.
  ///
  /// - Throws: `INVALID_IDP_RESPONSE` when there is none; 501 for SAML, which is not offered.
  func proof() throws(WireError) -> IdentityProof {
    if provider.rawValue.hasPrefix("saml.") { throw .notImplemented("SAML is not offered by this service.") }
    guard provider == .apple else {
      guard let token = parameters["id_token"] ?? parameters["access_token"] else {
        throw .refused("INVALID_IDP_RESPONSE", "The provider's token is missing.")
      }
      return .madeUp(provider: provider, token: token)
    }
    guard let token = parameters["id_token"] else {
      throw .refused("INVALID_IDP_RESPONSE", "The Apple identity token is missing: send it as id_token.")
    }
    return .apple(
      AppleCredential(
        identityToken: token, nonce: parameters["nonce"].map { .raw($0) } ?? .none,
        authorizationCode: parameters["code"].map { Secret(utf8: $0) },
        accessToken: parameters["access_token"].map { Secret(utf8: $0) }, userJSON: parameters["user"],
        // Native codes have no redirect address; SDKs write this one for all of them.
        redirectURI: parameters["code"] == nil || redirectURI == "http://localhost" ? nil : redirectURI))
  }
}
