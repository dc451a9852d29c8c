/// Apple's identifier of a person, the same for all apps of one developer team.
public struct AppleUserID: RawRepresentable, Hashable, Codable, Sendable {
  /// The identifier as Apple spells it.
  public let rawValue: String
  /// An identifier as Apple spells it.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// An identifier as Apple spells it.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
