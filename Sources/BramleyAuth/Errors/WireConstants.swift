/// The reasons behind the constants of the wire.
enum WireConstants {
  static func code(_ constant: String, detail: String) -> AuthErrorCode {
    if constant == "OPERATION_NOT_ALLOWED", detail.hasPrefix("CONSENT_REQUIRED") { return .consentRequired }
    return table[constant] ?? .internalError
  }

  private static let table: [String: AuthErrorCode] = [
    "USER_NOT_FOUND": .userNotFound,
    "EMAIL_NOT_FOUND": .userNotFound,
    "USER_DISABLED": .userDisabled,
    "TOKEN_EXPIRED": .userTokenExpired,
    "INVALID_ID_TOKEN": .invalidUserToken,
    "MISSING_ID_TOKEN": .invalidUserToken,
    "INVALID_REFRESH_TOKEN": .invalidUserToken,
    "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": .requiresRecentLogin,
    "EMAIL_EXISTS": .emailAlreadyInUse,
    "FEDERATED_USER_ID_ALREADY_LINKED": .credentialAlreadyInUse,
    "INVALID_IDP_RESPONSE": .invalidCredential,
    "INVALID_PENDING_TOKEN": .invalidCredential,
    "INVALID_LOGIN_CREDENTIALS": .invalidCredential,
    "INVALID_CREDENTIAL_OR_PROVIDER_ID": .invalidCredential,
    "MISSING_OR_INVALID_NONCE": .missingOrInvalidNonce,
    "OPERATION_NOT_ALLOWED": .operationNotAllowed,
    "PASSWORD_LOGIN_DISABLED": .operationNotAllowed,
    "ADMIN_ONLY_OPERATION": .adminRestrictedOperation,
    "INVALID_EMAIL": .invalidEmail,
    "INVALID_IDENTIFIER": .invalidEmail,
    "INVALID_PASSWORD": .wrongPassword,
    "WEAK_PASSWORD": .weakPassword,
    "MISSING_EMAIL": .missingEmail,
    "TOO_MANY_ATTEMPTS_TRY_LATER": .tooManyRequests,
    "INVALID_CUSTOM_TOKEN": .invalidCustomToken,
    "CREDENTIAL_MISMATCH": .customTokenMismatch,
    "UNAVAILABLE": .unavailable,
  ]
}
