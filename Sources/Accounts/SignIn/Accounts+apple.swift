import AppleIDClient
import AppleIdentity
import BramleyCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Proofs by Apple.
extension Accounts {
  /// Checks an identity token with what came beside it.
  func prove(_ credential: AppleCredential, client: ClientFacts, at now: Timestamp)
    async throws(AccountsError)
    -> ProvenIdentity
  {
    try check(redirectURI: credential)
    let nonce: NonceExpectation =
      switch credential.nonce {
      case .raw(let text): .hashed(of: RawNonce(text))
      case .verbatim(let text): .verbatim(text)
      case .none: .missingInRequest
      }
    let verified = try await verify(
      credential.identityToken, nonce: nonce, code: credential.authorizationCode?.revealText(), at: now)
    var proven = proven(verified, token: credential.identityToken, userJSON: credential.userJSON)
    proven.spending = SignInAttempt.Spending(
      purpose: .credential,
      key: OneTimeKey(
        expiry: Timestamp(verified.claims.expiresAt) + policy.apple.leeway,
        digest: verified.signingInputDigest.bytes), request: client.request)
    if policy.apple.canExchange, let code = code(of: credential, verified.claims) {
      proven.exchange = PendingExchange(
        clientID: verified.claims.audience.rawValue, code: code, redirectURI: credential.redirectURI,
        codeVerifier: credential.codeVerifier?.revealText())
    }
    return proven
  }

  /// A client may bring codes of listed addresses only (FR-16); a flow that the server made brings its own.
  private func check(redirectURI credential: AppleCredential) throws(AccountsError) {
    if case .verbatim = credential.nonce { return }
    guard let uri = credential.redirectURI, !policy.apple.redirectURIs.contains(uri) else { return }
    throw AccountsError(.invalidIdPResponse, "The redirect address is not listed in apple.redirectUris.")
  }

  /// Exchanges a bare code and checks the identity token that it gives: the one proof that waits for Apple.
  func prove(_ credential: AppleCodeCredential, at now: Timestamp) async throws(AccountsError)
    -> ProvenIdentity
  {
    guard policy.apple.canExchange else {
      throw AccountsError(.operationNotAllowed, "The exchange of codes is not configured.")
    }
    let answer: AppleTokenAnswer
    do throws(AppleServiceError) {
      answer = try await apple.exchange(
        AppleCodeExchange(
          code: credential.code, clientID: credential.clientID, redirectURI: credential.redirectURI,
          codeVerifier: credential.codeVerifier))
    } catch {
      throw AccountsError(exchange: error)
    }
    let nonce = credential.nonce.map { NonceExpectation.verbatim($0) } ?? .notRequired
    let verified = try await verify(answer.identityToken, nonce: nonce, code: nil, at: now)
    guard verified.claims.audience.rawValue == credential.clientID else {
      throw AccountsError(.invalidIdPResponse, "The code belongs to another client.")
    }
    var proven = proven(verified, token: answer.identityToken, userJSON: credential.userJSON)
    proven.spending = SignInAttempt.Spending(
      purpose: .credential,
      key: OneTimeKey(
        expiry: Timestamp(verified.claims.expiresAt) + policy.apple.leeway,
        digest: verified.signingInputDigest.bytes))
    proven.exchange = PendingExchange(
      clientID: credential.clientID, code: credential.code.revealText() ?? "",
      redirectURI: credential.redirectURI, refreshToken: answer.refreshToken?.revealText())
    if answer.refreshToken == nil { proven.exchange = nil }
    return proven
  }

  /// Verifies an identity token; asks once for newer keys when its key is unknown.
  func verify(_ token: String, nonce: NonceExpectation, code: String?, at now: Timestamp)
    async throws(AccountsError) -> VerifiedIdentityToken
  {
    do throws(AppleVerificationError) {
      return try await apple.verify(
        token, with: AppleIdentityTokenVerifier(policy: identityTokenPolicy), nonce: nonce,
        authorizationCode: code, at: now.date)
    } catch {
      switch error {
      case .unavailable(let trouble): throw AccountsError(unreachable: trouble)
      case .refused(let rule):
        log("Apple identity token refused: \(rule.description)")
        throw AccountsError(rule)
      }
    }
  }

  /// What a verified token proves; the token itself goes back to the client that sent it.
  func proven(_ verified: VerifiedIdentityToken, token: String? = nil, userJSON: String? = nil)
    -> ProvenIdentity
  {
    let claims = verified.claims
    var identity = Identity(
      key: Identity.Key(
        provider: .apple, issuer: verified.canonicalIssuer, team: policy.apple.teamID,
        subject: claims.subject.rawValue))
    identity.email = claims.email?.lowercased()
    identity.isEmailVerified = claims.isEmailVerified
    identity.isPrivateEmail = claims.isPrivateEmail
    identity.firstClientID = claims.audience.rawValue
    identity.realUserStatus = claims.realUserStatus?.rawValue
    var profile = ProviderProfile(
      identity: identity, rawUserInfo: String(decoding: verified.payload, as: UTF8.self))
    profile.identityToken = token
    let name = PersonName(userJSON: userJSON)
    profile.givenName = name?.given
    profile.familyName = name?.family
    var proven = ProvenIdentity(
      identity: identity, profile: profile, clientID: claims.audience.rawValue, displayName: name?.display)
    proven.transferIdentifier = claims.transferSubject
    return proven
  }

  /// The code beside a token: sent as such, or in `access_token` as apps do (R16). A handle of ours is none,
  /// nor is what does not fit `c_hash`.
  private func code(of credential: AppleCredential, _ claims: AppleIdentityToken) -> String? {
    if let code = credential.authorizationCode?.revealText(), !code.isEmpty { return code }
    guard let candidate = credential.accessToken?.revealText(), !candidate.isEmpty,
      candidate.utf8.count <= 2048, grant(ofHandle: candidate) == nil
    else { return nil }
    if let hash = claims.codeHash {
      let half = Array(SHA256.digest(utf8: candidate).bytes.prefix(16))
      guard constantTimeEquals(hash, Base64URL.encode(half)) else { return nil }
    }
    return candidate
  }
}

extension Timestamp {
  /// The instant of a date.
  init(_ date: Date) {
    let milliseconds = date.timeIntervalSince1970 * 1000
    self.init(milliseconds: Int64(exactly: milliseconds.rounded(.down)) ?? (milliseconds < 0 ? .min : .max))
  }

  /// The date of the instant.
  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
