public import AppleIdentity

/// What proves to Apple which team calls: one key, or two while keys are changed.
///
/// At Apple a key is created before the old one is revoked. With both here, whichever of them Apple takes
/// is used, so nothing has to happen at the same moment on both sides.
public struct AppleClientCredentials: Sendable {
  /// The key to use first.
  public let current: AppleClientSecretSigner
  /// The key that helps out when Apple does not take the first one.
  public let other: AppleClientSecretSigner?

  /// Credentials of one key or two.
  public init(_ current: AppleClientSecretSigner, other: AppleClientSecretSigner? = nil) {
    self.current = current
    self.other = other
  }
}
