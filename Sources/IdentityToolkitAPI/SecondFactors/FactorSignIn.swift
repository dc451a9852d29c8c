import Accounts

/// `accounts/mfaSignIn:start · finalize` (wire §4.16).
enum FactorSignIn {
  static let start = Operation(
    "accounts.mfaSignIn.start", "Sends the code for the second factor of a pending sign-in.",
    [.v2("accounts/mfaSignIn:start")], .keyOnly
  ) { (request: FactorRequests.StartSignIn, context) in
    guard let credential = request.credential, !credential.isEmpty else {
      throw WireError.refused(
        "MISSING_MFA_PENDING_CREDENTIAL", "((Request does not have MFA pending credential.))")
    }
    guard let id = request.enrolmentID, !id.isEmpty else {
      throw WireError.refused("MISSING_MFA_ENROLLMENT_ID", "((No second factor identifier is provided.))")
    }
    try context.requireText()
    let challenge = try await context.accounts.beginSecondFactor(
      pending: credential, enrolment: id, client: context.client)
    return FactorResponses.StartSignIn(phoneResponseInfo: .init(challenge))
  }

  static let finish = Operation(
    "accounts.mfaSignIn.finalize", "Finishes a pending sign-in by the second factor.",
    [.v2("accounts/mfaSignIn:finalize")], .keyOnly
  ) { (request: FactorRequests.FinishSignIn, context) in
    guard let credential = request.credential, !credential.isEmpty else {
      throw WireError.refused("MISSING_CREDENTIAL", "((Please provide the pending credential.))")
    }
    if let phone = request.phone {
      let (session, code) = try phone.required()
      return FactorResponses.Tokens(
        try await context.accounts.finishSecondFactor(
          pending: credential, sessionInfo: session, code: code, client: context.client))
    }
    guard let password = request.oneTimePassword else {
      throw WireError.refused(
        "INVALID_ARGUMENT", "((Missing phoneVerificationInfo or totpVerificationInfo.))")
    }
    guard let id = request.enrolmentID, !id.isEmpty else {
      throw WireError.refused("MISSING_MFA_ENROLLMENT_ID", "((No second factor identifier is provided.))")
    }
    return FactorResponses.Tokens(
      try await context.accounts.finishSecondFactor(
        pending: credential, enrolment: id, password: try password.requiredCode(), client: context.client))
  }

  static let all = [
    FactorEnrolment.start, FactorEnrolment.finish, FactorEnrolment.withdraw, start, finish,
  ]
}
