/// The bodies of `accounts/mfaEnrollment:…` and `accounts/mfaSignIn:…` (wire §4.16).
enum FactorRequests {
  /// `phoneEnrollmentInfo` of a start.
  struct PhoneInfo: WireObject {
    var phoneNumber: String?
    init(_ fields: WireFields) throws { phoneNumber = try fields.text("phoneNumber") }
  }

  /// An object of which only the presence counts.
  struct Presence: WireObject {
    init(_ fields: WireFields) throws {}
  }

  /// `phoneVerificationInfo` or `totpVerificationInfo` of a finish.
  struct VerificationInfo: WireObject {
    var sessionInfo: String?
    var code: String?

    init(_ fields: WireFields) throws {
      sessionInfo = try fields.text("sessionInfo")
      code = try fields.text("code") ?? fields.text("verificationCode")
    }

    /// - Throws: `MISSING_SESSION_INFO`, `MISSING_CODE`.
    func required() throws(WireError) -> (session: String, code: String) {
      guard let sessionInfo, !sessionInfo.isEmpty else { throw .refused("MISSING_SESSION_INFO") }
      return (sessionInfo, try requiredCode())
    }

    func requiredCode() throws(WireError) -> String {
      guard let code, !code.isEmpty else { throw .refused("MISSING_CODE") }
      return code
    }
  }

  struct StartEnrolment: WireRequest {
    var idToken: String?
    var phone: PhoneInfo?
    var oneTimePassword: Presence?

    init(_ fields: WireFields) throws {
      idToken = try fields.text("idToken")
      phone = try fields.object("phoneEnrollmentInfo")
      oneTimePassword = try fields.object("totpEnrollmentInfo")
    }
  }

  struct FinishEnrolment: WireRequest {
    var idToken: String?
    var displayName: String?
    var phone: VerificationInfo?
    var oneTimePassword: VerificationInfo?

    init(_ fields: WireFields) throws {
      idToken = try fields.text("idToken")
      displayName = try fields.text("displayName")
      phone = try fields.object("phoneVerificationInfo")
      oneTimePassword = try fields.object("totpVerificationInfo")
    }
  }

  struct Withdraw: WireRequest {
    var idToken: String?
    var enrolmentID: String?

    init(_ fields: WireFields) throws {
      idToken = try fields.text("idToken")
      enrolmentID = try fields.text("mfaEnrollmentId")
    }
  }

  struct StartSignIn: WireRequest {
    var credential: String?
    var enrolmentID: String?

    init(_ fields: WireFields) throws {
      credential = try fields.text("mfaPendingCredential")
      enrolmentID = try fields.text("mfaEnrollmentId")
    }
  }

  struct FinishSignIn: WireRequest {
    var credential: String?
    var enrolmentID: String?
    var phone: VerificationInfo?
    var oneTimePassword: VerificationInfo?

    init(_ fields: WireFields) throws {
      credential = try fields.text("mfaPendingCredential")
      enrolmentID = try fields.text("mfaEnrollmentId")
      phone = try fields.object("phoneVerificationInfo")
      oneTimePassword = try fields.object("totpVerificationInfo")
    }
  }
}
