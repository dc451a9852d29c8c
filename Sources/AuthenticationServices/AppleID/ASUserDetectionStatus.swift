/// A hint whether a real person signs in.
public enum ASUserDetectionStatus: Int, Sendable {
  /// The platform gives no hint.
  case unsupported = 0
  /// Not determined; new accounts get this too.
  case unknown = 1
  /// Very probably a real person.
  case likelyReal = 2
}
