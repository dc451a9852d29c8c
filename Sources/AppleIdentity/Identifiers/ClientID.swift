/// An app as Apple knows it: the bundle id of a native app, or a Services ID of a web site.
///
/// Compared exactly, capitals included.
public struct ClientID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  /// The identifier as Apple writes it.
  public let rawValue: String

  /// Takes an identifier as is.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Takes an identifier as is.
  public init(_ text: String) { rawValue = text }

  /// Takes a literal as is.
  public init(stringLiteral value: String) { rawValue = value }
}

extension ClientID: CustomStringConvertible {
  /// The identifier.
  public var description: String { rawValue }
}
