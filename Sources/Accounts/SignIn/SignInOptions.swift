/// How a sign-in with an identity is meant.
package struct SignInOptions: Sendable {
  /// The ID token of the account to link to; nil signs in.
  package var linkTo: String?
  /// Whether an account may be made when none matches; false is a reauthentication (R25).
  package var createsAccount: Bool
  /// The consent given with a link (R27).
  package var consent: ConsentText?

  /// Options of one call.
  package init(linkTo: String? = nil, createsAccount: Bool = true, consent: ConsentText? = nil) {
    self.linkTo = linkTo
    self.createsAccount = createsAccount
    self.consent = consent
  }
}
