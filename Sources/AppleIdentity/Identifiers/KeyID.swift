/// The id of a private key for Sign in with Apple.
///
/// Apple's page "Create a Sign in with Apple private key".
public struct KeyID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  /// The identifier as Apple writes it.
  public let rawValue: String

  /// Takes an identifier as is.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Takes an identifier as is.
  public init(_ text: String) { rawValue = text }

  /// Takes a literal as is.
  public init(stringLiteral value: String) { rawValue = value }

  /// Whether it has the form that Apple gives out: ten capital letters and digits.
  public var hasUsualForm: Bool { rawValue.hasFormOfTen }
}

extension KeyID: CustomStringConvertible {
  /// The identifier.
  public var description: String { rawValue }
}
