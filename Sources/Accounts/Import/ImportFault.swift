/// Why an account cannot be imported, or a whole import not be begun.
///
/// Equality looks at the code only. No message holds an address, a name or a hash.
package struct ImportFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable name of the reason.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The reason.
  package let code: Code
  /// The wire's message.
  package let message: String

  /// A fault of that code.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { "\(code.rawValue): \(message)" }
  package static func == (left: ImportFault, right: ImportFault) -> Bool { left.code == right.code }
  package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension ImportFault.Code {
  /// The row is no account: broken JSON, a wrong number of columns.
  package static let malformed = Self(rawValue: "MALFORMED_ROW")
  /// There is no identifier.
  package static let missingLocalID = Self(rawValue: "MISSING_LOCAL_ID")
  /// The identifier is too long or has control characters.
  package static let invalidLocalID = Self(rawValue: "INVALID_LOCAL_ID")
  /// The address is none.
  package static let invalidEmail = Self(rawValue: "INVALID_EMAIL")
  /// The telephone number is not in E.164 form.
  package static let invalidPhoneNumber = Self(rawValue: "INVALID_PHONE_NUMBER")
  /// The custom claims are no JSON object, too long, or name a reserved claim.
  package static let invalidClaims = Self(rawValue: "INVALID_CLAIMS")
  /// A time is before 1970 or after the year 9999.
  package static let invalidTime = Self(rawValue: "INVALID_TIME")
  /// An identity lacks provider or subject.
  package static let missingRawID = Self(rawValue: "MISSING_RAW_ID")
  /// An identity of Apple came without anyone saying of which team.
  package static let missingTeam = Self(rawValue: "MISSING_APPLE_TEAM")
  /// The hash is not what the algorithm gives.
  package static let invalidPasswordHash = Self(rawValue: "INVALID_PASSWORD_HASH")
  /// There is a hash and no algorithm.
  package static let missingHashAlgorithm = Self(rawValue: "MISSING_HASH_ALGORITHM")
  /// The algorithm is none that is checked here.
  package static let unknownHashAlgorithm = Self(rawValue: "UNKNOWN_HASH_ALGORITHM")
  /// A parameter of the algorithm is missing or out of bounds.
  package static let invalidHashParameters = Self(rawValue: "INVALID_HASH_PARAMETERS")
  /// An account of that identifier exists and is another.
  package static let accountExists = Self(rawValue: "ACCOUNT_EXISTS")
  /// Another account has the address.
  package static let emailExists = Self(rawValue: "EMAIL_EXISTS")
  /// Another account has the telephone number.
  package static let phoneNumberExists = Self(rawValue: "PHONE_NUMBER_EXISTS")
  /// Another account has the identity.
  package static let rawIDExists = Self(rawValue: "RAW_ID_EXISTS")
}
