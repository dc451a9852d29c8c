/// One rule of an identity token's verification and what became of it.
struct VerificationStep: Encodable, Hashable {
  /// What became of a rule.
  enum Status: String, Encodable {
    case passed
    case failed
    /// What it needs was not given.
    case skipped
    /// An earlier rule failed.
    case notReached = "not_reached"
  }

  /// The rule.
  enum Rule: String, Encodable, CaseIterable {
    case form, algorithm, key, signature, claims, issuer, audience, times, nonce
    /// Code and access token belong to the token; told when one of them was given.
    case hashes
    /// The person signed in recently; told when a greatest age was given.
    case age
  }

  let rule: Rule
  let status: Status
  let explanation: String

  /// The step as a line.
  var line: String {
    let mark =
      switch status {
      case .passed: "ok    "
      case .failed: "FAIL  "
      case .skipped: "skip  "
      case .notReached: "-     "
      }
    let name = rule.rawValue + String(repeating: " ", count: 11 - rule.rawValue.count)
    return mark + name + explanation.printable
  }
}
