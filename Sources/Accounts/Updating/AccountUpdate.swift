package import BramleyCrypto

/// What becomes of one member of a record.
package enum Change<Value: Sendable>: Sendable {
  /// It stays.
  case keep
  /// It takes a value.
  case set(Value)
  /// It goes.
  case clear
}

extension Change: Equatable where Value: Equatable {}

/// What a signed-in person may change on the own account (wire §4.7).
package struct AccountUpdate: Sendable {
  /// The name.
  package var displayName: Change<String> = .keep
  /// The photo.
  package var photoURL: Change<String> = .keep
  /// The address; needs a recent sign-in.
  package var email: Change<String> = .keep
  /// The password; needs a recent sign-in.
  package var password: Change<Secret> = .keep
  /// Ways in to remove; the last one needs a recent sign-in.
  package var unlink: [ProviderID] = []
  /// Whether everything issued before now ends.
  package var endsEverything = false

  /// An update that changes nothing yet.
  package init() {}
}

/// What an administrator may change (wire §4.7), and the members of a new account made by one (§4.1).
package struct AdministrativeUpdate: Sendable {
  package var displayName: Change<String> = .keep
  package var photoURL: Change<String> = .keep
  package var email: Change<String> = .keep
  package var isEmailVerified: Bool?
  package var phoneNumber: Change<String> = .keep
  package var password: Change<Secret> = .keep
  package var isDisabled: Bool?
  /// JSON object text.
  package var customAttributes: Change<String> = .keep
  /// Stored as given.
  package var validSince: Timestamp?
  package var createdAt: Timestamp?
  package var lastLoginAt: Timestamp?
  package var unlink: [ProviderID] = []
  /// An identity that the owner of the project vouches for (R26b).
  package var link: LinkedIdentity?
  /// Rare members by name; an empty text removes one.
  package var extras: [String: String] = [:]

  /// An identity as administrators name it.
  package struct LinkedIdentity: Sendable {
    package var provider: ProviderID
    package var subject: String
    package var email: String?
    package var displayName: String?
    package var photoURL: String?

    package init(
      provider: ProviderID, subject: String, email: String? = nil, displayName: String? = nil,
      photoURL: String? = nil
    ) {
      self.provider = provider
      self.subject = subject
      self.email = email
      self.displayName = displayName
      self.photoURL = photoURL
    }
  }

  /// An update that changes nothing yet.
  package init() {}
}

/// What an update answers with.
package struct UpdatedAccount: Sendable {
  /// The account afterwards.
  package let account: Account
  /// New tokens when the old ones ended.
  package let tokens: SessionTokens?
}
