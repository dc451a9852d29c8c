/// A message to a person: what it tells, to whom, and until when it is of use. Sealed while it waits.
package struct OutgoingMessage: Codable, Sendable, Hashable, CustomStringConvertible {
  /// What it tells; each kind has texts of its own.
  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// A link that sets a new password.
    case passwordReset
    /// A link that proves the account's address.
    case verifyEmail
    /// A link that signs in.
    case emailSignIn
    /// A link that proves a new address and takes it; goes to the new one.
    case verifyAndChangeEmail
    /// Tells the old address of a change, with a link that undoes it.
    case emailChanged
    /// Tells that the account asks for a second factor from now on.
    case secondFactorEnrolled
    /// Tells that a second factor was taken off the account.
    case secondFactorWithdrawn
    /// Tells that the password was set, changed or removed.
    case passwordChanged
    /// Six digits for a telephone.
    case phoneCode
  }

  /// What it tells.
  package var kind: Kind
  /// The address, or for ``Kind/phoneCode`` the telephone number.
  package var recipient: String
  /// The account's address at the time.
  package var email: String?
  /// The address that takes or took its place.
  package var newEmail: String?
  /// The code of its link, or the six digits.
  package var code: String?
  /// The link that carries the code.
  package var link: String?
  /// What a client sends back with the six digits.
  package var sessionInfo: String?
  /// The language that was asked for, a BCP 47 tag; nil: not known.
  package var locale: String?
  /// Whether the address is one of Apple's relay addresses, told by the identity's claim.
  package var isRelay = false
  /// When it is of no use any more, in milliseconds since 1970: it is given up then.
  package var expiresAtMilliseconds: Int64

  package init(
    kind: Kind, recipient: String, email: String? = nil, newEmail: String? = nil, locale: String? = nil,
    expiresAt: Timestamp
  ) {
    self.kind = kind
    self.recipient = recipient
    self.email = email
    self.newEmail = newEmail
    self.locale = locale
    expiresAtMilliseconds = expiresAt.milliseconds
  }

  /// When it is of no use any more.
  package var expiresAt: Timestamp { Timestamp(milliseconds: expiresAtMilliseconds) }

  /// Whether it goes to a telephone.
  package var isText: Bool { kind == .phoneCode }

  /// The kind alone: the rest is for the recipient.
  package var description: String { "message \(kind.rawValue)" }
}

extension OutOfBandCode.Purpose {
  /// The message that carries a code of that purpose.
  package var messageKind: OutgoingMessage.Kind {
    switch self {
    case .passwordReset: .passwordReset
    case .verifyEmail: .verifyEmail
    case .emailSignIn: .emailSignIn
    case .verifyAndChangeEmail: .verifyAndChangeEmail
    case .recoverEmail: .emailChanged
    case .revertSecondFactorAddition: .secondFactorEnrolled
    }
  }
}
