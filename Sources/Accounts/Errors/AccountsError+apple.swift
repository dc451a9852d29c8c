import AppleIDClient
import AppleIdentity

extension AccountsError {
  /// What a client hears of an identity token that broke a rule (the table in the rules' Tokens section).
  init(_ error: IdentityTokenError) {
    let reason = error.description
    switch error.code {
    case .audience:
      self.init(
        .invalidIdPResponse,
        "The audience in ID Token [\(error.received ?? "")] does not match the expected audience.",
        reason: reason)
    case .nonceMissingInRequest:
      self.init(.missingOrInvalidNonce, "Nonce is missing in the request.", reason: reason)
    case .nonceMissingInToken:
      self.init(
        .missingOrInvalidNonce,
        """
        The identity token carries no nonce. On the device: make a random nonce; set request.nonce to its \
        SHA-256 in lower-case hex; send the random nonce itself with the token.
        """, reason: reason)
    case .nonceSpelling:
      self.init(
        .missingOrInvalidNonce,
        """
        The nonce in ID Token does not match the SHA256 hash of the raw nonce. Its digest came in another \
        spelling: lower-case hex is expected, not base64.
        """, reason: reason)
    case .nonceMismatch:
      self.init(
        .missingOrInvalidNonce,
        "The nonce in ID Token does not match the SHA256 hash of the raw nonce.", reason: reason)
    default:
      self.init(.invalidIdPResponse, "The Apple identity token is not valid.", reason: reason)
    }
  }

  /// Apple cannot be asked, and nothing helps without it.
  init(unreachable error: AppleServiceError) {
    self.init(
      .unavailable, "Apple cannot be reached now. Please try again.",
      retryAfter: error.retryAfter ?? .seconds(5), reason: error.description)
  }

  /// A code could not be exchanged while somebody waits for it.
  init(exchange error: AppleServiceError) {
    guard !error.isRetryable else {
      self.init(unreachable: error)
      return
    }
    self.init(.invalidIdPResponse, "Error getting access token from Apple.", reason: error.description)
  }
}
