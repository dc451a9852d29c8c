/// What a token says about the person.
struct PersonClaims: Sendable {
  /// The pairwise subject.
  let subject: String
  /// The address, real or relayed; nil when the scope was never granted.
  var email: String?
  /// False is possible for managed accounts only.
  var isEmailVerified = true
  /// Whether the address is a relay address.
  var isPrivateEmail = false
  /// The organization of a managed account.
  var organization: String?
  /// The transfer identifier, for sixty days after an app transfer.
  var transferSubject: String?
}
