/// What is asked of Apple; decides what an error of Apple's means.
enum AppleOperation {
  case exchange
  case validation
  case revocation
  case migrationToken
  case migration

  /// The error for a refusal: whose fault, and what to do.
  ///
  /// - Parameters:
  ///   - description: Apple's sentence, cleaned.
  ///   - clientID: The client id of the call; no secret.
  func error(
    for code: AppleServiceError.Code, description: String?, clientID: String
  ) -> AppleServiceError {
    let (fault, advice) = judge(code, clientID: clientID)
    let said = description.map { "\(code.rawValue), \"\($0)\"" } ?? code.rawValue
    return AppleServiceError(
      code, fault: fault, message: "Apple answered \(said). \(advice)", appleDescription: description)
  }

  private func judge(
    _ code: AppleServiceError.Code, clientID: String
  ) -> (fault: AppleServiceError.Fault, advice: String) {
    switch (code, self) {
    case (.invalidClient, _): (.configuration, Self.clientAdvice(clientID))
    case (.invalidGrant, .exchange):
      (
        .credential,
        """
        The code was used before, is older than five minutes, belongs to another client than \(clientID), \
        or its redirect address or verifier differs.
        """
      )
    case (.invalidGrant, .validation): (.credential, "The person's grant is gone; a new sign-in makes one.")
    case (.invalidGrant, .revocation):
      (.credential, "The token belongs to another client than \(clientID), or is of the other kind.")
    case (.invalidGrant, _): (.credential, "Apple does not take the access token or the subject.")
    case (.invalidRequest, .validation):
      (.credential, "The person has probably withdrawn consent; ask for a new sign-in and delete nothing.")
    case (.invalidRequest, .migration):
      (.credential, "The person has withdrawn consent, or the subject is not one of \(clientID).")
    case (.invalidRequest, _):
      (.configuration, "A field is missing, repeated or not wanted; compare with Apple's page on the call.")
    case (.unauthorizedClient, _), (.unsupportedGrantType, _):
      (
        .configuration,
        "\(clientID) may not do this; enable Sign in with Apple for it at developer.apple.com."
      )
    case (.invalidScope, _):
      (
        .configuration,
        "The scope is not granted; transfers need one that is accepted and less than 60 days old."
      )
    default: (.configuration, "The error is not one that Apple documents; look it up with the description.")
    }
  }

  private static func clientAdvice(_ clientID: String) -> String {
    """
    Check key id, team id and client id (\(clientID)), that the key is enabled for it and not revoked, and \
    this machine's clock; `bramley doctor` looks at each.
    """
  }
}
