/// A team of the Apple Developer Program.
///
/// Apple's page "Locate your Team ID".
public struct TeamID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
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

extension TeamID: CustomStringConvertible {
  /// The identifier.
  public var description: String { rawValue }
}
