import AppleIdentity
import BramleyJOSE

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The verification of an identity token, told step by step.
///
/// The judgement is that of `AppleIdentityTokenVerifier` and of nothing else; what is told here is which of
/// its rules the verdict belongs to, and what each rule is for.
struct TokenVerification: Encodable {
  /// What to compare the token with.
  struct Expectation {
    /// The apps; empty: any, and the step is marked as skipped.
    var clientIDs: [String] = []
    /// The raw nonce of a native sign-in.
    var rawNonce: String?
    /// The nonce as sent, of a web sign-in.
    var webNonce: String?
    /// The authorization code that came along.
    var code: String?
    /// The access token that came along.
    var accessToken: String?
    /// How long ago the person may have signed in.
    var maximumAge: Duration?
    /// The accepted issuer.
    var issuer = AppleIssuers.apple.canonical

    /// Whether a rule is told at all: most are, two only when somebody asked.
    func asksFor(_ rule: VerificationStep.Rule) -> Bool {
      switch rule {
      case .hashes: code != nil || accessToken != nil
      case .age: maximumAge != nil
      default: true
      }
    }
  }

  let isValid: Bool
  let steps: [VerificationStep]
  let claims: [String: JSONNode]?

  enum CodingKeys: String, CodingKey {
    case steps, claims
    case isValid = "valid"
  }

  /// The first rule that failed.
  var failed: VerificationStep? { steps.first { $0.status == .failed } }

  /// Verifies a token.
  init(
    _ token: String, keys: AppleKeySet, keysFrom source: String, expecting expected: Expectation, at now: Date
  ) {
    let inspection = try? TokenInspection(token)
    let audience =
      expected.clientIDs.isEmpty ? Self.text("aud", inspection).map { [$0] } ?? [] : expected.clientIDs
    let verifier = AppleIdentityTokenVerifier(
      policy: IdentityTokenPolicy(
        clientIDs: Set(audience.map { ClientID($0) }), issuers: AppleIssuers(expected.issuer),
        requiresNonce: expected.rawNonce != nil || expected.webNonce != nil))
    let nonce: NonceExpectation =
      expected.rawNonce.map { .hashed(of: RawNonce($0)) } ?? expected.webNonce.map { .verbatim($0) }
      ?? .notRequired
    let failure: IdentityTokenError?
    do throws(IdentityTokenError) {
      _ = try verifier.verify(
        token, keys: keys, nonce: nonce, authorizationCode: expected.code, accessToken: expected.accessToken,
        maximumAge: expected.maximumAge, at: now)
      failure = nil
    } catch {
      failure = error
    }
    let teacher = VerificationTeacher(
      inspection: inspection, token: token, keys: keys, keySource: source, expected: expected,
      glossary: ClaimGlossary(now: now))
    let failedRule = failure.map { teacher.rule(of: $0) }
    steps = VerificationStep.Rule.allCases.filter(expected.asksFor).map {
      teacher.step($0, failedRule: failedRule, failure)
    }
    isValid = failure == nil
    claims = inspection?.claims
  }

  /// The steps, the verdict, and the claims once they are proven.
  func lines(at now: Date) -> [String] {
    var lines = steps.map(\.line)
    if let failed {
      lines += ["", "refused: \(failed.rule.rawValue)"]
    } else {
      let skipped = steps.filter { $0.status == .skipped }.map(\.rule.rawValue)
      lines += ["", skipped.isEmpty ? "valid" : "valid, but not checked: " + skipped.joined(separator: ", ")]
      lines += TokenInspection.rows(claims ?? [:], ClaimGlossary(now: now))
    }
    return lines
  }

  static func text(_ name: String, _ inspection: TokenInspection?) -> String? {
    guard case .text(let text)? = inspection?.claims[name] else { return nil }
    return text
  }
}
