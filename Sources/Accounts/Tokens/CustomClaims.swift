import BramleyJOSE

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Claims that an operator adds to ID tokens: custom attributes of an account, or of a custom token.
enum CustomClaims {
  /// Names that nobody may set (wire §4.7).
  static let forbidden: Set<String> = [
    "acr", "amr", "at_hash", "aud", "auth_time", "azp", "c_hash", "cnf", "exp", "firebase", "iat", "iss",
    "jti", "nbf", "nonce", "sub",
  ]

  /// Names that the minter fills; a custom claim of that name is left out of the token.
  static let reserved: Set<String> = forbidden.union([
    "email", "email_verified", "phone_number", "user_id", "sid", "provider_id",
  ])

  /// Reads JSON object text.
  ///
  /// - Throws: `CLAIMS_TOO_LARGE` over 1000 characters, `INVALID_CLAIMS` for anything but an object,
  ///   `FORBIDDEN_CLAIM` with the name.
  static func read(_ text: String) throws(AccountsError) -> [String: JSONMember] {
    guard text.count <= 1000 else { throw AccountsError(.claimsTooLarge) }
    guard let members = object(Array(text.utf8)) else { throw AccountsError(.invalidClaims) }
    try check(members)
    return members
  }

  /// Refuses forbidden names.
  static func check(_ members: [String: JSONMember]) throws(AccountsError) {
    if let name = members.keys.sorted().first(where: forbidden.contains) {
      throw AccountsError(.forbiddenClaim, name)
    }
  }

  /// A JSON object's members, or nil; duplicate names and deep nesting are no object here.
  static func object(_ bytes: [UInt8]) -> [String: JSONMember]? {
    guard (try? StrictJSON.check(bytes)) != nil else { return nil }
    return try? JSONDecoder().decode([String: JSONMember].self, from: Data(bytes))
  }

  /// The text of an object.
  static func text(_ members: [String: JSONMember]) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(members)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Accounts {
  /// Judges custom attributes as an update does: `CLAIMS_TOO_LARGE`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`.
  package static func check(customAttributes text: String) throws(AccountsError) {
    _ = try CustomClaims.read(text)
  }
}
