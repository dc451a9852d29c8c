import AppleIdentity
import BramleyJOSE

/// Explains each rule of a verification: what was looked at, and what to do when it failed.
struct VerificationTeacher {
  let inspection: TokenInspection?
  let token: String
  let keys: AppleKeySet
  let keySource: String
  let expected: TokenVerification.Expectation
  let glossary: ClaimGlossary

  /// The step of a rule, given the first one that failed.
  func step(
    _ rule: VerificationStep.Rule, failedRule: VerificationStep.Rule?, _ failure: IdentityTokenError?
  ) -> VerificationStep {
    let order = VerificationStep.Rule.allCases
    if let failedRule, let failure {
      if rule == failedRule {
        return VerificationStep(rule: rule, status: .failed, explanation: explain(failure, rule))
      }
      if order.firstIndex(of: rule) ?? 0 > order.firstIndex(of: failedRule) ?? 0 {
        return VerificationStep(rule: rule, status: .notReached, explanation: "an earlier rule failed")
      }
    }
    if let reason = skipped(rule) {
      return VerificationStep(rule: rule, status: .skipped, explanation: reason)
    }
    return VerificationStep(rule: rule, status: .passed, explanation: passed(rule))
  }

  /// The rule that a verdict belongs to.
  func rule(of failure: IdentityTokenError) -> VerificationStep.Rule {
    switch failure.code {
    case .malformed:
      // Shape is judged twice: of the token, and, once the signature was found good, of its claims.
      (try? CompactJWS(token))?.header.keyID == nil ? .form : .claims
    case .algorithm: .algorithm
    case .unknownKeyID: .key
    case .signature: .signature
    case .issuer: .issuer
    case .audience: .audience
    case .expired, .notYetValid, .issuedInFuture: .times
    case .nonceMissingInRequest, .nonceMissingInToken, .nonceSpelling, .nonceMismatch: .nonce
    case .codeHash, .accessTokenHash: .hashes
    case .authenticationTimeMissing, .authenticationTooOld: .age
    }
  }

  private func skipped(_ rule: VerificationStep.Rule) -> String? {
    switch rule {
    case .audience where expected.clientIDs.isEmpty:
      """
      give --client-id: without it a token for any app of any developer passes. \
      This one is for \(claim("aud"))
      """
    case .nonce where expected.rawNonce == nil && expected.webNonce == nil:
      claim("nonce") == "?"
        ? "the token carries no nonce and --nonce was not given: nothing ties it to one sign-in"
        : "give --nonce with the raw value (web: --web-nonce): without it a stolen token passes"
    case .hashes where expected.code != nil && claim("c_hash") == "?":
      "the token carries no c_hash: nothing ties the code to it"
    case .hashes where expected.accessToken != nil && claim("at_hash") == "?":
      "the token carries no at_hash: nothing ties the access token to it"
    default: nil
    }
  }

  private func passed(_ rule: VerificationStep.Rule) -> String {
    switch rule {
    case .form: "three parts in strict base64url, header and claims in strict JSON"
    case .algorithm: "RS256, the only one that Apple signs with; the key decides, not the header"
    case .key: "kid \(header("kid")) is in the key set of \(keySource), which has \(keys.keyIDs.count)"
    case .signature: "made with that key over header and claims: not a byte was changed since"
    case .claims: "every claim that decisions rest on is there and has its type"
    case .issuer: "\(claim("iss")), fixed here and not taken from the token or from discovery"
    case .audience: "\(claim("aud")) is one of yours, compared as a whole"
    case .times: "issued \(time("iat")); ends \(time("exp"))"
    case .nonce:
      expected.webNonce != nil
        ? "the token carries the nonce as it was sent"
        : "the token carries the SHA-256 of the raw nonce in hex"
    case .hashes: "half the SHA-256 of what came along is in the token, so the two belong together"
    case .age: "the person signed in \(time("auth_time"))"
    }
  }

  private func explain(_ failure: IdentityTokenError, _ rule: VerificationStep.Rule) -> String {
    var text = failure.message
    if let expected = failure.expected { text += " Expected: \(expected)." }
    if let received = failure.received { text += " Received: \(received)." }
    return text + hint(failure)
  }

  private func hint(_ failure: IdentityTokenError) -> String {
    switch failure.code {
    case .unknownKeyID:
      """
       The set has \(keys.keyIDs.map(\.rawValue).joined(separator: ", ")). Apple takes keys away some weeks \
      after it adds new ones, so old tokens cannot be verified for ever; for a token of an emulator give \
      its keys: --keys http://127.0.0.1:9100/auth/keys.
      """
    case .algorithm: " The header says \(header("alg"))."
    case .expired: " It ended \(time("exp")). Tokens prove a sign-in of now; sign in again."
    case .audience:
      " A native app's tokens name its bundle id, a web site's its Services ID; list both with --client-id."
    case .issuer:
      claim("iss").hasPrefix("https://securetoken.google.com/")
        ? " This is a session's ID token, not Apple's identity token." : ""
    case .nonceMismatch where TokenVerification.text("nonce", inspection) == expected.rawNonce:
      " It equals the raw value itself: right for a web sign-in (--web-nonce), wrong from a device."
    default: ""
    }
  }

  private func claim(_ name: String) -> String { inspection?.claims[name]?.line ?? "?" }
  private func header(_ name: String) -> String { inspection?.header[name]?.line ?? "?" }
  private func time(_ name: String) -> String {
    guard case .number(let seconds)? = inspection?.claims[name] else { return "?" }
    return glossary.instant(seconds)
  }
}
