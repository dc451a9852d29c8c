import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

/// Everything that the pages send, in the language of the page; links lead to pages of ours.
extension HostedPages {
  /// Whether mail is configured.
  var sendsMail: Bool { accounts.sendsMail }

  /// Whether text messages are configured.
  var sendsText: Bool { accounts.sendsText }

  /// What the mail of a page needs.
  func posting(_ visit: Visit) -> Posting {
    let (address, tag) = (visit.address, visit.language.tag)
    return Posting(locale: tag, client: visit.client) { issued in
      let query: FormFields = [
        "mode": issued.content.purpose.linkMode, "lang": tag, "oobCode": issued.code.revealText() ?? "",
      ]
      return address.url("/__/auth/action") + "?" + query.encoded
    }
  }

  /// Mails a link for a new password; an address without an account is no error here (R29).
  func mailPasswordReset(to email: String, _ visit: Visit) async throws(AccountsError) {
    do throws(AccountsError) {
      try await accounts.mailPasswordReset(to: email, posting(visit))
    } catch  where error.code == .emailNotFound {
      // Told apart over the wire where enumeration protection is off; a page has no reason to.
    }
  }

  /// Mails the link that proves the address.
  func mailVerification(to person: Caller, _ visit: Visit) async throws(AccountsError) {
    _ = try await accounts.mailVerification(idToken: idToken(of: person), posting(visit))
  }

  /// Applies the code of a mail link; the old address is told of a change.
  func apply(outOfBandCode code: String, _ visit: Visit) async throws(AccountsError) -> AppliedCode {
    try await accounts.apply(outOfBandCode: code, posting: posting(visit), client: visit.client)
  }

  /// Sends the digits for a pending second factor; answers what the form sends back with them.
  func beginSecondFactor(pending credential: String, enrolment id: String, _ visit: Visit) async throws
    -> String
  {
    guard sendsText else { throw PageFailure.notOffered("no text messages are configured") }
    let challenge = try await accounts.beginSecondFactor(
      pending: credential, enrolment: id, client: visit.client)
    return challenge.sessionInfo.revealText() ?? ""
  }

  /// Sends the digits for a telephone that shall be a second factor; answers what the form sends back.
  func beginPhoneEnrolment(of person: Caller, _ number: String, _ visit: Visit) async throws -> String {
    guard sendsText else { throw PageFailure.notOffered("no text messages are configured") }
    let challenge = try await accounts.beginPhoneEnrolment(
      idToken: idToken(of: person), phoneNumber: number, client: visit.client)
    return challenge.sessionInfo.revealText() ?? ""
  }
}
