public import BramleyCrypto

/// What a relying party needs to speak as the demo team.
public struct DemoCredentials: Sendable {
  /// The Team ID.
  public let teamID = DemoRegistry.teamID
  /// The primary App ID.
  public let bundleID = DemoRegistry.bundleID
  /// The Services ID for the web.
  public let servicesID = DemoRegistry.servicesID
  /// The id of the key.
  public let keyID = DemoRegistry.keyID
  /// The `.p8` as PEM.
  public let privateKey: Secret
}
