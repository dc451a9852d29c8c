import Accounts
import BramleyCrypto

/// The answers of `accounts/mfaEnrollment:…` and `accounts/mfaSignIn:…` (wire §4.16).
enum FactorResponses {
  struct PhoneSession: Encodable, Sendable {
    let sessionInfo: String
    init(_ challenge: PhoneChallenge) { sessionInfo = challenge.sessionInfo.revealText() ?? "" }
  }

  struct OneTimePasswordSession: Encodable, Sendable {
    let sharedSecretKey: String
    let verificationCodeLength: Int
    let hashingAlgorithm = "SHA1"
    let periodSec: Int
    let sessionInfo: String
    let finalizeEnrollmentTime: String

    init(_ enrolment: OneTimePasswordEnrolment) {
      sharedSecretKey = enrolment.sharedSecret.revealText() ?? ""
      verificationCodeLength = enrolment.digits
      periodSec = enrolment.period
      sessionInfo = enrolment.sessionInfo.revealText() ?? ""
      finalizeEnrollmentTime = enrolment.expiry.internetText
    }
  }

  struct StartEnrolment: WireResponse {
    var phoneSessionInfo: PhoneSession?
    var totpSessionInfo: OneTimePasswordSession?
  }

  struct StartSignIn: WireResponse { let phoneResponseInfo: PhoneSession }

  struct Tokens: WireResponse {
    let idToken: String
    let refreshToken: String
    let expiresIn: String

    init(_ signedIn: SignedIn) {
      let tokens = TokenMembers(signedIn.tokens)
      idToken = tokens.idToken
      refreshToken = tokens.refreshToken
      expiresIn = tokens.expiresIn
    }
  }
}
