package import BramleyCrypto

/// Everything about accounts that an operator can decide.
package struct AccountsPolicy: Sendable {
  /// Who runs the service (R7).
  package enum Mode: String, Sendable {
    case development, production
  }

  /// When a link needs consent (R27).
  package enum ConsentRequirement: String, Sendable {
    /// Never.
    case never
    /// For our own pages and clients that send `X-Client-Version: BramleyAuth/…`.
    case own
    /// Always.
    case always
  }

  /// What passwords must be like (R29).
  package struct PasswordRule: Sendable {
    /// The least number of characters.
    package var minimumLength: Int
    /// Whether common passwords are refused.
    package var refusesCommon: Bool

    package init(minimumLength: Int, refusesCommon: Bool) {
      self.minimumLength = minimumLength
      self.refusesCommon = refusesCommon
    }
  }

  /// The project id: the audience of our tokens.
  package var projectID: String
  /// `iss` of ID tokens.
  package var issuer: String
  /// `iss` of session cookies.
  package var cookieIssuer: String
  /// Development or production.
  package var mode: Mode
  /// How long an ID token lives.
  package var tokenLifetime: Duration = .seconds(3600)
  /// Whether ID tokens are issued and taken unsigned, for Node's Admin SDK on loopback (R6).
  package var issuesUnsignedTokens = false
  /// A session ends when it was not used for so long (R34).
  package var sessionIdle: Duration = .seconds(90 * 86_400)
  /// A session ends at this age; nil never (R34).
  package var sessionAbsolute: Duration?
  /// How many attempts are allowed (R43).
  package var limits = RateLimits.none
  /// How long records are kept (R44).
  package var retention = Retention()
  /// How long a sign-in counts as recent (R28).
  package var recentSignIn: Duration = .seconds(300)
  /// How long a refresh token stays good after its successor was used (R31).
  package var predecessorGrace: Duration = .seconds(30)
  /// Whether an address belongs to one account only.
  package var onePerEmail = true
  /// Whether anonymous accounts may be made.
  package var allowsAnonymous: Bool
  /// Whether sign-up and sign-in by password are on.
  package var allowsPasswords = true
  /// Whether answers hide which addresses have accounts (R29).
  package var protectsEnumeration: Bool
  /// When a link needs consent.
  package var requiresConsent: ConsentRequirement = .own
  /// What passwords must be like.
  package var passwords: PasswordRule
  /// What a password hash costs.
  package var passwordCost: Argon2id.Parameters = .standard
  /// How many password hashes are computed at once, and how many may wait.
  package var passwordParallelism = 2
  package var passwordQueue = 64
  /// Whose custom tokens are taken, in production (R5).
  package var customTokenIssuers: [CustomTokenIssuer] = []
  /// Apple's side.
  package var apple: ApplePolicy

  /// The defaults of a mode for a project.
  package init(projectID: String, issuer: String, cookieIssuer: String, mode: Mode, apple: ApplePolicy) {
    self.projectID = projectID
    self.issuer = issuer
    self.cookieIssuer = cookieIssuer
    self.mode = mode
    self.apple = apple
    let isDevelopment = mode == .development
    allowsAnonymous = isDevelopment
    protectsEnumeration = !isDevelopment
    passwords = PasswordRule(minimumLength: isDevelopment ? 6 : 8, refusesCommon: !isDevelopment)
  }
}

/// An issuer of custom tokens with its public keys (R5).
package struct CustomTokenIssuer: Sendable {
  /// The claim `iss`.
  package var issuer: String
  /// The public keys as a JWK set's JSON text.
  package var keySet: [UInt8]

  package init(issuer: String, keySet: [UInt8]) {
    self.issuer = issuer
    self.keySet = keySet
  }
}
