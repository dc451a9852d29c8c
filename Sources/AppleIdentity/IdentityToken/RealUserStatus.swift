/// Apple's opinion on whether a person is real, given once, at the first native sign-in.
///
/// Never a reason to refuse by itself (R45). Apple's page "ASUserDetectionStatus".
public struct RealUserStatus: RawRepresentable, Hashable, Sendable {
  /// The system cannot tell.
  public static let unsupported = RealUserStatus(rawValue: 0)
  /// Apple has not decided; such people are to be treated like new ones.
  public static let unknown = RealUserStatus(rawValue: 1)
  /// Apple thinks that the person is real.
  public static let likelyReal = RealUserStatus(rawValue: 2)

  /// The number in the claim.
  public let rawValue: Int

  /// Takes the number as is.
  public init(rawValue: Int) { self.rawValue = rawValue }
}
