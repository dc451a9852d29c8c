/// A person as one developer team knows them.
///
/// Opaque: its form is never checked, and it differs between teams. Apple's page "Authenticating users
/// with Sign in with Apple".
public struct AppleSubject: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  /// The identifier as Apple writes it.
  public let rawValue: String

  /// Takes an identifier as is.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Takes an identifier as is.
  public init(_ text: String) { rawValue = text }

  /// Takes a literal as is.
  public init(stringLiteral value: String) { rawValue = value }
}

extension AppleSubject: CustomStringConvertible {
  /// The identifier.
  public var description: String { rawValue }
}
