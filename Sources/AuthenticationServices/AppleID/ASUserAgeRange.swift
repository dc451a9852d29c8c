/// A hint whether a child signs in.
public enum ASUserAgeRange: Int, Sendable {
  /// The app may not know.
  case unknown = 0
  /// A child.
  case child = 1
  /// Not a child.
  case notChild = 2
}
