package import BramleyCrypto

/// What a code of a mail link stands for; kept sealed for an hour, good once (R30).
package struct OutOfBandCode: Codable, Sendable, Hashable {
  /// What a code may be used for; the wire's `requestType`.
  package enum Purpose: String, Codable, Sendable, CaseIterable {
    /// To set a new password.
    case passwordReset = "PASSWORD_RESET"
    /// To prove the account's address.
    case verifyEmail = "VERIFY_EMAIL"
    /// To sign in with the address.
    case emailSignIn = "EMAIL_SIGNIN"
    /// To prove a new address and take it.
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    /// To undo a change of the address.
    case recoverEmail = "RECOVER_EMAIL"
    /// To take a second factor off that somebody else may have added.
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"

    /// The `mode` of a link that carries such a code (wire §1.1).
    package var linkMode: String {
      switch self {
      case .passwordReset: "resetPassword"
      case .verifyEmail: "verifyEmail"
      case .emailSignIn: "signIn"
      case .verifyAndChangeEmail: "verifyAndChangeEmail"
      case .recoverEmail: "recoverEmail"
      case .revertSecondFactorAddition: "revertSecondFactorAddition"
      }
    }
  }

  /// What it is for.
  package var purpose: Purpose
  /// The address: the account's, or the one that signs in.
  package var email: String
  /// The address that takes its place.
  package var newEmail: String?
  /// The account's identifier; nil for a sign-in, which may make one.
  package var account: String?
  /// The enrolment that a code of that purpose takes off.
  package var secondFactor: String?
  /// When it was made, in milliseconds since 1970: what happened to the account since may have ended it. Nil
  /// in a code of a version that did not say, which may serve beside this one during an upgrade.
  package var issuedAtMilliseconds: Int64?

  package init(
    purpose: Purpose, email: String, newEmail: String? = nil, account: Account.ID? = nil,
    secondFactor: String? = nil, at now: Timestamp
  ) {
    self.purpose = purpose
    self.email = email
    self.newEmail = newEmail
    self.account = account?.text
    self.secondFactor = secondFactor
    issuedAtMilliseconds = now.milliseconds
  }

  /// When it was made.
  var issuedAt: Timestamp? { issuedAtMilliseconds.map(Timestamp.init(milliseconds:)) }

  /// Where its message goes.
  package var recipient: String { purpose == .verifyAndChangeEmail ? newEmail ?? email : email }
}

/// A code that was just made.
package struct IssuedCode: Sendable {
  /// What it stands for.
  package let content: OutOfBandCode
  /// The code itself: 256 bits, for the message only.
  package let code: Secret
}

/// What using a code did.
package struct AppliedCode: Sendable {
  /// What it stood for.
  package let content: OutOfBandCode
  /// The account afterwards.
  package let account: Account
}
