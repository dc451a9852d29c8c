/// How a new account is reached.
public enum ASContactIdentifier: Sendable {
  /// By mail.
  case email(ASEmailIdentifier)
  /// By telephone.
  case phoneNumber(ASPhoneNumberIdentifier)
}

/// An address that the person chose.
public struct ASEmailIdentifier: Sendable, Hashable {
  /// The address.
  public let value: String

  package init(value: String) { self.value = value }
}

/// A number that the person chose.
public struct ASPhoneNumberIdentifier: Sendable, Hashable {
  /// The number.
  public let value: String

  package init(value: String) { self.value = value }
}

/// A way to reach the person that an app takes.
public enum ASContactIdentifierRequest: Codable, Hashable, Sendable {
  /// By mail.
  case email
  /// By telephone.
  case phoneNumber
}
