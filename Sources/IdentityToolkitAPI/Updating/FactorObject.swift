import Accounts
import BramleyCrypto
import BramleyHTTP

/// A second factor as an administrator writes it (wire §4.1, §4.7).
struct FactorObject: WireObject {
  var enrollmentID: String?
  var displayName: String?
  var phoneInfo: String?
  var enrolledAt: String?

  init(_ fields: WireFields) throws {
    enrollmentID = try fields.text("mfaEnrollmentId")
    displayName = try fields.text("displayName")
    phoneInfo = try fields.text("phoneInfo")
    enrolledAt = try fields.text("enrolledAt")
  }

  /// The factors of a new account as the account keeps them: fresh identifiers, each number once.
  static func enrolled(_ factors: [FactorObject], _ context: WireContext) throws(WireError) -> String {
    var seen: Set<String> = []
    var enrolled: [SecondFactor] = []
    for factor in factors {
      let phone = try factor.validPhone()
      guard seen.insert(phone).inserted else { continue }
      enrolled.append(factor.factor(id: newEnrollmentID(context.api.random), phone: phone, context))
    }
    return SecondFactor.text(of: enrolled)
  }

  /// A new enrollment identifier: 128 bit, unguessable.
  static func newEnrollmentID(_ random: any RandomSource) -> String { Base64URL.encode(random.bytes(16)) }

  func factor(id: String, phone: String, _ context: WireContext) -> SecondFactor {
    SecondFactor(
      id: id, displayName: displayName, phoneNumber: phone,
      enrolledAt: enrolledAt ?? context.api.time.now().internetText)
  }

  func validPhone() throws(WireError) -> String {
    let phone = phoneInfo ?? ""
    do throws(AccountsError) { try Accounts.check(phone: phone) } catch {
      throw .refused("INVALID_MFA_PHONE_NUMBER", "Invalid format.")
    }
    return phone
  }
}

/// `mfa` of an update: the list that replaces the old one; an empty or missing list clears it.
struct FactorList: WireObject {
  var enrollments: [FactorObject]

  init(_ fields: WireFields) throws { enrollments = try fields.objects("enrollments") ?? [] }

  /// - Throws: `INVALID_MFA_ENROLLMENT_ID`, `DUPLICATE_MFA_ENROLLMENT_ID`, `INVALID_MFA_PHONE_NUMBER`.
  func replacement(_ context: WireContext) throws(WireError) -> String {
    var numbers: [String: String] = [:]
    var factors: [SecondFactor] = []
    for factor in enrollments {
      let phone = try factor.validPhone()
      guard let id = factor.enrollmentID, !id.isEmpty else {
        throw .refused("INVALID_MFA_ENROLLMENT_ID", "mfaEnrollmentId must be defined.")
      }
      if let other = numbers[id] {
        guard other == phone else { throw .refused("DUPLICATE_MFA_ENROLLMENT_ID") }
        continue
      }
      numbers[id] = phone
      factors.append(factor.factor(id: id, phone: phone, context))
    }
    return SecondFactor.text(of: factors)
  }
}
