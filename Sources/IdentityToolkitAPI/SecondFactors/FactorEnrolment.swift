import Accounts

/// `accounts/mfaEnrollment:start · finalize · withdraw` (wire §4.16).
enum FactorEnrolment {
  static let start = Operation(
    "accounts.mfaEnrollment.start", "Begins to enrol a telephone number or one-time passwords.",
    [.v2("accounts/mfaEnrollment:start")], .keyOnly
  ) { (request: FactorRequests.StartEnrolment, context) in
    let token = try idToken(request.idToken)
    if let phone = request.phone {
      try context.requireText()
      let challenge = try await context.accounts.beginPhoneEnrolment(
        idToken: token, phoneNumber: phone.phoneNumber ?? "", client: context.client)
      return FactorResponses.StartEnrolment(phoneSessionInfo: .init(challenge))
    }
    guard request.oneTimePassword != nil else {
      throw WireError.refused("INVALID_ARGUMENT", "((Missing phoneEnrollmentInfo or totpEnrollmentInfo.))")
    }
    return FactorResponses.StartEnrolment(
      totpSessionInfo: .init(try await context.accounts.beginOneTimePasswordEnrolment(idToken: token)))
  }

  static let finish = Operation(
    "accounts.mfaEnrollment.finalize", "Finishes an enrolment by the first code.",
    [.v2("accounts/mfaEnrollment:finalize")], .keyOnly
  ) { (request: FactorRequests.FinishEnrolment, context) in
    let token = try idToken(request.idToken)
    if let phone = request.phone {
      let (session, code) = try phone.required()
      return FactorResponses.Tokens(
        try await context.accounts.finishPhoneEnrolment(
          idToken: token, sessionInfo: session, code: code, displayName: request.displayName,
          client: context.client))
    }
    guard let password = request.oneTimePassword else {
      throw WireError.refused(
        "INVALID_ARGUMENT", "((Missing phoneVerificationInfo or totpVerificationInfo.))")
    }
    let (session, code) = try password.required()
    return FactorResponses.Tokens(
      try await context.accounts.finishOneTimePasswordEnrolment(
        idToken: token, sessionInfo: session, password: code, displayName: request.displayName,
        client: context.client))
  }

  static let withdraw = Operation(
    "accounts.mfaEnrollment.withdraw", "Takes a second factor off the account.",
    [.v2("accounts/mfaEnrollment:withdraw")], .keyOnly
  ) { (request: FactorRequests.Withdraw, context) in
    let token = try idToken(request.idToken)
    guard let id = request.enrolmentID, !id.isEmpty else {
      throw WireError.refused("MISSING_MFA_ENROLLMENT_ID", "((Missing mfaEnrollmentId.))")
    }
    return FactorResponses.Tokens(
      try await context.accounts.withdraw(secondFactor: id, idToken: token, client: context.client))
  }

  private static func idToken(_ token: String?) throws(WireError) -> String {
    guard let token, !token.isEmpty else { throw .refused("MISSING_ID_TOKEN") }
    return token
  }
}
