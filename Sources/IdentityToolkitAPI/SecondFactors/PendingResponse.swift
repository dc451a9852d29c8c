import Accounts
import BramleyCrypto

/// The answer to a first factor where a second one is asked for: no tokens (wire §4.16).
struct PendingResponse: WireResponse {
  let kind: String
  let mfaPendingCredential: String
  let mfaInfo: [FactorRecord]
  let localId: String
  let email: String?
  let providerId: String?
  let registered: Bool?

  init(_ pending: PendingSecondFactor) {
    mfaPendingCredential = pending.credential.revealText() ?? ""
    mfaInfo = FactorRecord.masked(pending.factors)
    localId = pending.account.id.text
    email = pending.account.email
    let isPassword = pending.provider == .password
    kind = "identitytoolkit#\(isPassword ? "VerifyPasswordResponse" : "VerifyAssertionResponse")"
    providerId = isPassword ? nil : pending.provider.rawValue
    registered = isPassword ? true : nil
  }
}
