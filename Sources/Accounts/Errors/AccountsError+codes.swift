extension AccountsError.Code {
  /// This way to make an account is for administrators only.
  package static let adminOnlyOperation = Self(rawValue: "ADMIN_ONLY_OPERATION")
  /// Custom attributes are longer than 1000 characters.
  package static let claimsTooLarge = Self(rawValue: "CLAIMS_TOO_LARGE")
  /// The custom token's signer belongs to another project.
  package static let credentialMismatch = Self(rawValue: "CREDENTIAL_MISMATCH")
  /// The sign-in is too old for this step; sign in again first (R28).
  package static let credentialTooOld = Self(rawValue: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
  /// An account of that identifier exists.
  package static let duplicateLocalID = Self(rawValue: "DUPLICATE_LOCAL_ID")
  /// Another account has the address.
  package static let emailExists = Self(rawValue: "EMAIL_EXISTS")
  /// No account has the address.
  package static let emailNotFound = Self(rawValue: "EMAIL_NOT_FOUND")
  /// The identity belongs to an account already.
  package static let federatedUserIDAlreadyLinked = Self(rawValue: "FEDERATED_USER_ID_ALREADY_LINKED")
  /// A custom claim has a reserved name.
  package static let forbiddenClaim = Self(rawValue: "FORBIDDEN_CLAIM")
  /// Custom attributes are not a JSON object.
  package static let invalidClaims = Self(rawValue: "INVALID_CLAIMS")
  /// The custom token is not one of a listed issuer.
  package static let invalidCustomToken = Self(rawValue: "INVALID_CUSTOM_TOKEN")
  /// A session cookie lives 5 minutes to 14 days.
  package static let invalidDuration = Self(rawValue: "INVALID_DURATION")
  /// The address is not one.
  package static let invalidEmail = Self(rawValue: "INVALID_EMAIL")
  /// The page code, its verifier or its client does not fit.
  package static let invalidGrant = Self(rawValue: "INVALID_GRANT")
  /// The ID token is not one of ours.
  package static let invalidIDToken = Self(rawValue: "INVALID_ID_TOKEN")
  /// What the provider sent does not hold.
  package static let invalidIdPResponse = Self(rawValue: "INVALID_IDP_RESPONSE")
  /// Address or password is wrong (enumeration protection, R29).
  package static let invalidLoginCredentials = Self(rawValue: "INVALID_LOGIN_CREDENTIALS")
  /// The password is wrong.
  package static let invalidPassword = Self(rawValue: "INVALID_PASSWORD")
  /// The pending credential is unknown, used or too old (R19).
  package static let invalidPendingToken = Self(rawValue: "INVALID_PENDING_TOKEN")
  /// The telephone number does not start with + and digits.
  package static let invalidPhoneNumber = Self(rawValue: "INVALID_PHONE_NUMBER")
  /// The refresh token is garbage or unknown (R33).
  package static let invalidRefreshToken = Self(rawValue: "INVALID_REFRESH_TOKEN")
  /// The web flow is unknown, used, too old or another browser's.
  package static let invalidState = Self(rawValue: "INVALID_STATE")
  /// A batch holds 1 to 1000 accounts.
  package static let localIDListExceedsLimit = Self(rawValue: "LOCAL_ID_LIST_EXCEEDS_LIMIT")
  /// No custom token was sent.
  package static let missingCustomToken = Self(rawValue: "MISSING_CUSTOM_TOKEN")
  /// No address was sent.
  package static let missingEmail = Self(rawValue: "MISSING_EMAIL")
  /// No ID token was sent.
  package static let missingIDToken = Self(rawValue: "MISSING_ID_TOKEN")
  /// The custom token names no account.
  package static let missingIdentifier = Self(rawValue: "MISSING_IDENTIFIER")
  /// No account was named.
  package static let missingLocalID = Self(rawValue: "MISSING_LOCAL_ID")
  /// The nonce is missing or wrong, or the credential was used before.
  package static let missingOrInvalidNonce = Self(rawValue: "MISSING_OR_INVALID_NONCE")
  /// No password was sent.
  package static let missingPassword = Self(rawValue: "MISSING_PASSWORD")
  /// No provider was named.
  package static let missingProviderID = Self(rawValue: "MISSING_PROVIDER_ID")
  /// The identity to link has no subject.
  package static let missingRawID = Self(rawValue: "MISSING_RAW_ID")
  /// No refresh token was sent.
  package static let missingRefreshToken = Self(rawValue: "MISSING_REFRESH_TOKEN")
  /// The import holds no account.
  package static let missingUserAccount = Self(rawValue: "MISSING_USER_ACCOUNT")
  /// The way to sign in, or what it needs, is not configured.
  package static let operationNotAllowed = Self(rawValue: "OPERATION_NOT_ALLOWED")
  /// Sign-in by password is switched off.
  package static let passwordLoginDisabled = Self(rawValue: "PASSWORD_LOGIN_DISABLED")
  /// Another account has the telephone number.
  package static let phoneNumberExists = Self(rawValue: "PHONE_NUMBER_EXISTS")
  /// Token or session has ended (R33).
  package static let tokenExpired = Self(rawValue: "TOKEN_EXPIRED")
  /// A limit was reached.
  package static let tooManyAttempts = Self(rawValue: "TOO_MANY_ATTEMPTS_TRY_LATER")
  /// The store or Apple cannot answer now; trying again helps.
  package static let unavailable = Self(rawValue: "UNAVAILABLE")
  /// The account is locked.
  package static let userDisabled = Self(rawValue: "USER_DISABLED")
  /// The account does not exist or was deleted.
  package static let userNotFound = Self(rawValue: "USER_NOT_FOUND")
  /// The password is too short or too common.
  package static let weakPassword = Self(rawValue: "WEAK_PASSWORD")
  /// The code of the mail link is too old.
  package static let expiredOutOfBandCode = Self(rawValue: "EXPIRED_OOB_CODE")
  /// The code of the mail link is unknown, used, or for something else (R30).
  package static let invalidOutOfBandCode = Self(rawValue: "INVALID_OOB_CODE")
  /// No new address was sent.
  package static let missingNewEmail = Self(rawValue: "MISSING_NEW_EMAIL")
  /// The telephone verification is unknown, used, or tried too often.
  package static let invalidSessionInfo = Self(rawValue: "INVALID_SESSION_INFO")
  /// The code of the text message or the authenticator is wrong.
  package static let invalidCode = Self(rawValue: "INVALID_CODE")
  /// The telephone verification is too old.
  package static let sessionExpired = Self(rawValue: "SESSION_EXPIRED")
  /// The proof of a telephone number is unknown or too old.
  package static let invalidTemporaryProof = Self(rawValue: "INVALID_TEMPORARY_PROOF")
  /// The way of the sign-in takes no second factor, or may not be one beside it.
  package static let unsupportedFirstFactor = Self(rawValue: "UNSUPPORTED_FIRST_FACTOR")
  /// The first factor is proven; the second one is still asked for.
  package static let secondFactorRequired = Self(rawValue: "SECOND_FACTOR_REQUIRED")
  /// The account has that second factor already.
  package static let secondFactorExists = Self(rawValue: "SECOND_FACTOR_EXISTS")
  /// The account has as many second factors as it may.
  package static let secondFactorLimitExceeded = Self(rawValue: "SECOND_FACTOR_LIMIT_EXCEEDED")
  /// The account has no such second factor.
  package static let secondFactorNotFound = Self(rawValue: "MFA_ENROLLMENT_NOT_FOUND")
  /// The pending sign-in is unknown, used or too old.
  package static let invalidPendingCredential = Self(rawValue: "INVALID_MFA_PENDING_CREDENTIAL")
  /// The address has to be proven first.
  package static let unverifiedEmail = Self(rawValue: "UNVERIFIED_EMAIL")
}
