#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an account asks for besides its first factor: a text message or a one-time password (wire §3, §4.16).
package struct SecondFactor: Codable, Sendable, Hashable {
  /// The identifier of the enrolment.
  package var id: String
  /// The name that the person gave it.
  package var displayName: String?
  /// The telephone number; nil for one-time passwords.
  package var phoneNumber: String?
  /// When it was enrolled, as RFC 3339 text.
  package var enrolledAt: String?
  /// The secret of one-time passwords, sealed; nil for text messages.
  package var sealedSecret: [UInt8]?
  /// The last time step whose password was taken: none is good twice (RFC 6238 §5.2).
  package var lastStep: Int64?

  package init(
    id: String, displayName: String? = nil, phoneNumber: String? = nil, enrolledAt: String? = nil,
    sealedSecret: [UInt8]? = nil
  ) {
    self.id = id
    self.displayName = displayName
    self.phoneNumber = phoneNumber
    self.enrolledAt = enrolledAt
    self.sealedSecret = sealedSecret
  }

  /// Whether it is a one-time password.
  package var isOneTimePassword: Bool { sealedSecret != nil }

  /// Under which name an account keeps its factors.
  package static let member = "mfaInfo"

  /// How many factors an account may have.
  package static let limit = 5

  /// Factors as the account keeps them; empty for none, which removes them.
  package static func text(of factors: [SecondFactor]) -> String {
    guard !factors.isEmpty, let bytes = try? SealedJSON.encode(factors) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Account {
  /// The second factors; an account that has any is not signed in to by a first factor alone.
  package var secondFactors: [SecondFactor] {
    get {
      guard let text = extras[SecondFactor.member], !text.isEmpty else { return [] }
      return SealedJSON.decode([SecondFactor].self, from: Array(text.utf8)) ?? []
    }
    set { extras[SecondFactor.member] = newValue.isEmpty ? nil : SecondFactor.text(of: newValue) }
  }
}
