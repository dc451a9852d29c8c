import Accounts

/// A second factor of an account: an element of `mfaInfo` (wire §3).
struct FactorRecord: Encodable, Sendable, Hashable {
  let mfaEnrollmentId: String
  let displayName: String?
  var phoneInfo: String?
  let enrolledAt: String?
  let totpInfo: OneTimePassword?

  struct OneTimePassword: Encodable, Sendable, Hashable {}

  init(_ factor: SecondFactor) {
    mfaEnrollmentId = factor.id
    displayName = factor.displayName
    phoneInfo = factor.phoneNumber
    enrolledAt = factor.enrolledAt
    totpInfo = factor.isOneTimePassword ? OneTimePassword() : nil
  }

  /// The factors of an account; nil when there are none.
  static func all(of account: Account) -> [FactorRecord]? {
    let factors = account.secondFactors
    return factors.isEmpty ? nil : factors.map(FactorRecord.init)
  }

  /// The factors as somebody may see them who has proven the first factor only: of a number the last four
  /// digits (wire §4.16).
  static func masked(_ factors: [SecondFactor]) -> [FactorRecord] {
    factors.map { factor in
      var record = FactorRecord(factor)
      record.phoneInfo = factor.phoneNumber.map { number in
        String(repeating: "*", count: max(0, number.count - 4)) + number.suffix(4)
      }
      return record
    }
  }
}
