/// A way in of the app's own that tvOS lists in the sheet beside what the system offers.
///
/// tvOS 15 only: elsewhere neither the type nor what takes it exists.
public struct ASAuthorizationCustomMethod: RawRepresentable, Hashable, Sendable {
  /// The text of the method; it is undocumented on Apple's systems, so do not compare with it.
  public let rawValue: String
  /// Makes a method from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Signing in to a provider of television.
  public static let videoSubscriberAccount = Self(rawValue: "videoSubscriberAccount")
  /// Restoring what was bought.
  public static let restorePurchase = Self(rawValue: "restorePurchase")
  /// Any other way in.
  public static let other = Self(rawValue: "other")
}
