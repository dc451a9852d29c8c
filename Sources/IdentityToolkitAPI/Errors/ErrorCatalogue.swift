/// Every constant that a client can see, with its HTTP status and what to do about it (wire §2).
///
/// Business refusals are 400 whatever they are about, since SDKs look at the constant; only trouble that
/// passes is 503.
struct ErrorCatalogue: Sendable {
  /// One constant.
  struct Entry: Sendable, Hashable {
    let constant: String
    let advice: String
    /// HTTP status.
    var status: Int { constant == "UNAVAILABLE" ? 503 : 400 }
  }

  /// Every entry, by name.
  static let entries: [Entry] = [
    Entry(
      constant: "ADMIN_ONLY_OPERATION",
      advice: "Sign-up of this kind is off; switch it on, or let an administrator make the account."),
    Entry(constant: "CLAIMS_TOO_LARGE", advice: "Keep custom attributes within 1000 characters."),
    Entry(constant: "CONFIGURATION_NOT_FOUND", advice: "Name this service's project in the path."),
    Entry(
      constant: "CREDENTIAL_MISMATCH",
      advice: "List the custom token's issuer with its keys in customTokens.issuers."),
    Entry(
      constant: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
      advice: "Sign in again and repeat the request within five minutes."),
    Entry(constant: "DUPLICATE_EMAIL", advice: "Take the address out of the import once."),
    Entry(constant: "DUPLICATE_LOCAL_ID", advice: "Choose another identifier, or allow overwriting."),
    Entry(
      constant: "DUPLICATE_MFA_ENROLLMENT_ID",
      advice: "Give each second factor an identifier of its own."),
    Entry(constant: "DUPLICATE_RAW_ID", advice: "Take the identity out of the import once."),
    Entry(constant: "EMAIL_EXISTS", advice: "Sign in to the account that has the address, and link there."),
    Entry(constant: "EMAIL_NOT_FOUND", advice: "No account has the address; sign up."),
    Entry(constant: "EXPIRED_OOB_CODE", advice: "Ask for a new mail."),
    Entry(
      constant: "FEDERATED_USER_ID_ALREADY_LINKED",
      advice: "Sign in with the identity; the answer's pendingToken lets it be used again."),
    Entry(constant: "FORBIDDEN_CLAIM", advice: "Rename the claim that the text names."),
    Entry(constant: "INSUFFICIENT_PERMISSION", advice: "Call as an administrator whose token has the scope."),
    Entry(constant: "INVALID_ARGUMENT", advice: "Send the object that the text names."),
    Entry(constant: "INVALID_CLAIMS", advice: "Send custom claims as a JSON object."),
    Entry(
      constant: "INVALID_CODE",
      advice: "Ask the person for the code again; five wrong ones end the verification."),
    Entry(constant: "INVALID_CONTINUE_URI", advice: "Send an absolute http or https address."),
    Entry(constant: "INVALID_CREDENTIAL_OR_PROVIDER_ID", advice: "Send providerId in postBody."),
    Entry(
      constant: "INVALID_CUSTOM_TOKEN",
      advice: "Mint the token for this service and sign it with a listed key."),
    Entry(constant: "INVALID_DURATION", advice: "Choose 300 to 1209600 seconds."),
    Entry(constant: "INVALID_EMAIL", advice: "Send one whole address."),
    Entry(constant: "INVALID_EVENT_NUMBER", advice: "Send the number that the last answer named in next."),
    Entry(constant: "INVALID_GRANT", advice: "Start the page flow again."),
    Entry(constant: "INVALID_GRANT_TYPE", advice: "Send refresh_token or authorization_code."),
    Entry(constant: "INVALID_IDENTIFIER", advice: "Send an address."),
    Entry(
      constant: "INVALID_IDP_RESPONSE",
      advice: "Start the sign-in with the provider again; the service's log names the failing rule."),
    Entry(
      constant: "INVALID_ID_TOKEN",
      advice: "Send an ID token of this service; refresh the session if it is from elsewhere."),
    Entry(
      constant: "INVALID_LOCAL_ID",
      advice: "Choose an identifier of 1 to 128 characters without control characters."),
    Entry(constant: "INVALID_LOGIN_CREDENTIALS", advice: "Address or password is wrong."),
    Entry(constant: "INVALID_MFA_ENROLLMENT_ID", advice: "Send mfaEnrollmentId with each second factor."),
    Entry(constant: "INVALID_MFA_PENDING_CREDENTIAL", advice: "Sign in with the first factor again."),
    Entry(constant: "INVALID_MFA_PHONE_NUMBER", advice: "Send the number with + and country code."),
    Entry(
      constant: "INVALID_OOB_CODE",
      advice: "Ask for a new mail; each code is good once and for one purpose."),
    Entry(constant: "INVALID_PAGE_SELECTION", advice: "Correct the page that the text names."),
    Entry(constant: "INVALID_PASSWORD", advice: "The password is wrong."),
    Entry(constant: "INVALID_PENDING_TOKEN", advice: "Start the sign-in with the provider again."),
    Entry(constant: "INVALID_PHONE_NUMBER", advice: "Send the number with + and country code."),
    Entry(constant: "INVALID_PROVIDER_ID", advice: "Only apple.com is revoked here."),
    Entry(constant: "INVALID_REFRESH_TOKEN", advice: "Sign in again."),
    Entry(constant: "INVALID_REQUEST_URI", advice: "Send an absolute address in requestUri."),
    Entry(constant: "INVALID_REQ_TYPE", advice: "Send the members that the operation takes."),
    Entry(constant: "INVALID_SESSION_ID", advice: "Send a sid of sessions:list."),
    Entry(constant: "INVALID_SESSION_INFO", advice: "Begin the verification again."),
    Entry(constant: "INVALID_STATE", advice: "Start the web flow again."),
    Entry(constant: "INVALID_TEMPORARY_PROOF", advice: "Verify the telephone number again."),
    Entry(constant: "LOCAL_ID_LIST_EXCEEDS_LIMIT", advice: "Send 1 to 1000 identifiers."),
    Entry(constant: "MAXIMUM_USER_COUNT_EXCEEDED", advice: "Import at most 1000 accounts at once."),
    Entry(constant: "MFA_ENROLLMENT_NOT_FOUND", advice: "Look the account's second factors up again."),
    Entry(constant: "MISSING_CODE", advice: "Send code."),
    Entry(constant: "MISSING_CONSENT_KIND", advice: "Send kind."),
    Entry(constant: "MISSING_CONTINUE_URI", advice: "Send continueUri."),
    Entry(constant: "MISSING_CREDENTIAL", advice: "Send mfaPendingCredential."),
    Entry(constant: "MISSING_CUSTOM_TOKEN", advice: "Send token."),
    Entry(constant: "MISSING_EMAIL", advice: "Send email."),
    Entry(constant: "MISSING_GRANT_TYPE", advice: "Send grant_type."),
    Entry(constant: "MISSING_IDENTIFIER", advice: "Send identifier, or uid in the custom token."),
    Entry(constant: "MISSING_ID_TOKEN", advice: "Send the person's ID token."),
    Entry(constant: "MISSING_LOCAL_ID", advice: "Send localId."),
    Entry(constant: "MISSING_MFA_ENROLLMENT_ID", advice: "Send mfaEnrollmentId."),
    Entry(constant: "MISSING_MFA_PENDING_CREDENTIAL", advice: "Send mfaPendingCredential."),
    Entry(constant: "MISSING_NEW_EMAIL", advice: "Send newEmail."),
    Entry(constant: "MISSING_OOB_CODE", advice: "Send oobCode."),
    Entry(
      constant: "MISSING_OR_INVALID_NONCE",
      advice: "Send the raw nonce whose hex SHA-256 the request to Apple carried; use each credential once."),
    Entry(constant: "MISSING_PASSWORD", advice: "Send password."),
    Entry(constant: "MISSING_PHONE_NUMBER", advice: "Send phoneNumber."),
    Entry(constant: "MISSING_PROVIDER_ID", advice: "Send providerId."),
    Entry(constant: "MISSING_RAW_ID", advice: "Send rawId."),
    Entry(constant: "MISSING_REFRESH_TOKEN", advice: "Send refresh_token."),
    Entry(constant: "MISSING_REQUEST_URI", advice: "Send requestUri."),
    Entry(constant: "MISSING_REQ_TYPE", advice: "Send requestType."),
    Entry(constant: "MISSING_SESSION_INFO", advice: "Send sessionInfo."),
    Entry(constant: "MISSING_TOKEN", advice: "Send token."),
    Entry(constant: "MISSING_TOKEN_TYPE", advice: "Send tokenType."),
    Entry(constant: "MISSING_USER_ACCOUNT", advice: "Send users."),
    Entry(
      constant: "OPERATION_NOT_ALLOWED",
      advice: "Configure what the text names, or give the consent that it asks for."),
    Entry(constant: "PASSWORD_LOGIN_DISABLED", advice: "Passwords are off."),
    Entry(constant: "PHONE_NUMBER_EXISTS", advice: "Sign in to the account that has the number."),
    Entry(constant: "SECOND_FACTOR_EXISTS", advice: "The account has this second factor already."),
    Entry(constant: "SECOND_FACTOR_LIMIT_EXCEEDED", advice: "Withdraw a second factor first."),
    Entry(constant: "SECOND_FACTOR_REQUIRED", advice: "Finish the sign-in with the second factor."),
    Entry(constant: "SESSION_EXPIRED", advice: "Begin the verification again."),
    Entry(constant: "TOKEN_EXPIRED", advice: "Refresh the token; if that is refused too, sign in again."),
    Entry(constant: "TOO_MANY_ACCOUNTS", advice: "Ask for at most 1000 accounts at once."),
    Entry(constant: "TOO_MANY_ATTEMPTS_TRY_LATER", advice: "Wait as long as Retry-After says."),
    Entry(
      constant: "UNAUTHORIZED_DOMAIN",
      advice: "List the domain of continueUrl in web.authorizedDomains, and use https."),
    Entry(constant: "UNAVAILABLE", advice: "Try again after Retry-After."),
    Entry(constant: "UNEXPECTED_PARAMETER", advice: "Leave the member out that the text names."),
    Entry(constant: "UNSUPPORTED_FIRST_FACTOR", advice: "Sign in another way first."),
    Entry(constant: "UNVERIFIED_EMAIL", advice: "Prove the address first."),
    Entry(constant: "USER_DISABLED", advice: "An administrator locked the account."),
    Entry(constant: "USER_NOT_FOUND", advice: "The account does not exist or was deleted."),
    Entry(constant: "WEAK_PASSWORD", advice: "Choose a password that fits the policy of passwordPolicy."),
  ]
}
