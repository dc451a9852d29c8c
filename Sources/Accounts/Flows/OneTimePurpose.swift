/// What a one-time handle is for; a handle for one purpose is nothing for another.
package struct OneTimePurpose: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// An Apple credential that was accepted (R13).
  package static let credential = Self(rawValue: 1)
  /// A pending credential that was spent (R19).
  package static let pendingCredential = Self(rawValue: 2)
  /// A web flow.
  package static let webFlow = Self(rawValue: 3)
  /// A parked answer of Apple (R39).
  package static let parkedAnswer = Self(rawValue: 4)
  /// A code of the hosted page flow.
  package static let pageCode = Self(rawValue: 5)
  /// A notification of Apple that was received (A31).
  package static let notification = Self(rawValue: 6)
  /// An out-of-band code of a mail link (R30).
  package static let outOfBandCode = Self(rawValue: 7)
  /// A code sent by text message.
  package static let phoneCode = Self(rawValue: 8)
  /// A handle for the JavaScript SDK's event (R38).
  package static let eventHandle = Self(rawValue: 9)
  /// A second factor's pending credential.
  package static let secondFactor = Self(rawValue: 10)
  /// A web flow that was taken.
  package static let spentWebFlow = Self(rawValue: 12)
  /// The proof that a person holds a telephone number which belongs to another account.
  package static let phoneProof = Self(rawValue: 13)
  /// A second factor that is being enrolled.
  package static let factorEnrolment = Self(rawValue: 14)
  /// A browser that is signed in to the console.
  package static let consoleSession = Self(rawValue: 20)
}
