package import BramleyCrypto

/// A telephone verification that was just begun.
package struct PhoneChallenge: Sendable {
  /// The number.
  package let phoneNumber: String
  /// What the client sends back with the code.
  package let sessionInfo: Secret
  /// The six digits, for the text message only.
  package let code: Secret
}

/// How a sign-in by telephone ended.
package enum PhoneSignInOutcome: Sendable {
  /// Signed in, or the number is the account's now.
  case signedIn(SignedIn)
  /// The number belongs to another account; the proof signs in to that one (wire §4.13).
  case belongsToAnother(phoneNumber: String, temporaryProof: Secret, lifetime: Duration)
}

/// What is kept of a verification until its code comes back.
struct PhoneVerification: Codable, Sendable {
  var phoneNumber: String
  var code: String
  /// How many wrong codes came; the fifth ends it.
  var misses = 0
  /// The second factor that it proves; nil for a first factor.
  var factor: String?
}
