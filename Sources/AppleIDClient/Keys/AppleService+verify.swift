public import AppleIdentity
import BramleyJOSE

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Why an identity token was not accepted.
public enum AppleVerificationError: Error, Sendable, Equatable {
  /// The token broke a rule.
  case refused(IdentityTokenError)
  /// Apple's keys could not be had: nothing is known about the token, try again.
  case unavailable(AppleServiceError)
}

extension AppleService {
  /// Verifies an identity token with Apple's keys, and fetches these anew once for an unknown key id.
  ///
  /// - Parameters: As of ``AppleIdentityTokenVerifier``'s `verify`.
  /// - Throws: ``AppleVerificationError``.
  public func verify(
    _ token: String, with verifier: AppleIdentityTokenVerifier, nonce: NonceExpectation,
    authorizationCode: String? = nil, accessToken: String? = nil, maximumAge: Duration? = nil, at now: Date
  ) async throws(AppleVerificationError) -> VerifiedIdentityToken {
    try await judged(token, issuers: verifier.policy.issuers) { keys throws(IdentityTokenError) in
      try verifier.verify(
        token, keys: keys, nonce: nonce, authorizationCode: authorizationCode, accessToken: accessToken,
        maximumAge: maximumAge, at: now)
    }
  }

  /// Verifies a notification's body with Apple's keys, and fetches these anew once for an unknown key id.
  ///
  /// - Throws: ``AppleVerificationError``.
  public func verify(
    notification body: [UInt8], with verifier: AppleNotificationVerifier, at now: Date
  ) async throws(AppleVerificationError) -> AppleNotification {
    let payload: String
    do throws(IdentityTokenError) { payload = try verifier.payload(in: body) } catch { throw .refused(error) }
    return try await judged(payload, issuers: verifier.policy.issuers) { keys throws(IdentityTokenError) in
      try verifier.verify(payload: payload, keys: keys, at: now)
    }
  }

  private func judged<Verified>(
    _ token: String, issuers: AppleIssuers,
    by judge: (AppleKeySet) throws(IdentityTokenError) -> Verified
  ) async throws(AppleVerificationError) -> Verified {
    let keys = try await available { () async throws(AppleServiceError) in try await keySet(lacking: nil) }
    do throws(IdentityTokenError) {
      return try judge(keys)
    } catch {
      // A token that does not even claim to be Apple's causes no request (A02).
      guard error.code == .unknownKeyID,
        let keyID = UnverifiedToken.keyID(in: token, claimedBy: issuers)
      else { throw .refused(error) }
      // The id itself is asked for: only then a fetch that brings it counts as one that was worth it.
      let fresh = try await available { () async throws(AppleServiceError) in
        try await keySet(lacking: keyID)
      }
      do throws(IdentityTokenError) { return try judge(fresh) } catch { throw .refused(error) }
    }
  }

  private func available(
    _ keys: () async throws(AppleServiceError) -> AppleKeySet
  ) async throws(AppleVerificationError) -> AppleKeySet {
    do throws(AppleServiceError) { return try await keys() } catch { throw .unavailable(error) }
  }
}

/// What a token says about itself before anything of it is believed; decides about one request only.
private struct UnverifiedToken {
  private struct Claims: Decodable { let iss: String }

  /// The key id of a token that claims an accepted issuer.
  static func keyID(in token: String, claimedBy issuers: AppleIssuers) -> String? {
    guard let jws = try? CompactJWS(token), let payload = try? jws.unverifiedPayload(),
      (try? StrictJSON.check(payload)) != nil,
      let claims = try? JSONDecoder().decode(Claims.self, from: Data(payload)), issuers.contains(claims.iss)
    else { return nil }
    return jws.header.keyID
  }
}
