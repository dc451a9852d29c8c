package import BramleyCrypto

extension Accounts {
  /// Keeps an answer of Apple for the client that began the flow; the handle is good once, for five minutes,
  /// which is as long as Apple's code.
  package func keepEvent(_ credential: AppleEventCredential) async throws(AccountsError) -> Secret {
    try await keepOnce(try SealedJSON.encode(credential), purpose: .eventHandle, lifetime: .seconds(300))
  }

  /// What a handle stands for, as the proof that our own web flow brings.
  ///
  /// - Throws: `INVALID_IDP_RESPONSE` when the handle is unknown, used or too old, or the session id another.
  func proof(ofEvent handle: Secret, sessionID: String) async throws(AccountsError) -> IdentityProof {
    let handle = handle.revealText() ?? ""
    let hash = SHA256.digest(utf8: sessionID).hex
    // Looked at first: somebody with the handle alone must not be able to spend it.
    guard let seen = try await peekOnce(handle, purpose: .eventHandle),
      let kept = SealedJSON.decode(AppleEventCredential.self, from: seen),
      constantTimeEquals(kept.sessionHash, hash),
      try await takeOnce(handle, purpose: .eventHandle) != nil
    else {
      throw AccountsError(
        .invalidIdPResponse, "The sign-in is unknown, used or too old. Please start it again.",
        reason: "event handle")
    }
    let code = kept.code.map { Secret(utf8: $0) }
    let verifier = kept.codeVerifier.map { Secret(utf8: $0) }
    if let token = kept.identityToken {
      return .apple(
        AppleCredential(
          identityToken: token, nonce: .verbatim(kept.nonce), authorizationCode: code,
          userJSON: kept.userJSON, redirectURI: kept.redirectURI, codeVerifier: verifier))
    }
    return .appleCode(
      AppleCodeCredential(
        code: code ?? Secret(bytes: []), clientID: kept.clientID, redirectURI: kept.redirectURI,
        codeVerifier: verifier, nonce: kept.nonce, userJSON: kept.userJSON))
  }
}
