import Accounts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A second factor of an account: an element of `mfaInfo` (wire §3).
struct FactorRecord: Codable, Sendable, Hashable {
  var mfaEnrollmentId: String
  var displayName: String?
  var phoneInfo: String?
  var enrolledAt: String?
  var totpInfo: TOTP?

  struct TOTP: Codable, Sendable, Hashable {}

  /// Under which name the account keeps the list, as JSON text.
  static let member = "mfaInfo"

  /// The factors of an account; nil when there are none.
  static func all(of account: Account) -> [FactorRecord]? {
    guard let text = account.extras[member], !text.isEmpty else { return nil }
    // We wrote the text; if it cannot be read, saying nothing is better than refusing the whole record.
    guard let list = try? JSONDecoder().decode([FactorRecord].self, from: Data(text.utf8)), !list.isEmpty
    else {
      return nil
    }
    return list
  }
}
