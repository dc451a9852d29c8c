import Foundation

/// Remembers in a place that goes with the app that this installation has been used.
public protocol InstallationMarker: Sendable {
  /// Whether this installation has been marked.
  func isMarked() -> Bool
  /// Marks it.
  func mark()
}

/// A mark in the user defaults, which are deleted with the app while the keychain stays.
public struct UserDefaultsInstallationMarker: InstallationMarker {
  private static let key = "bramley.installation"
  private let suite: String?

  /// A mark in a suite; nil: the app's own defaults.
  public init(suite: String? = nil) { self.suite = suite }

  private var defaults: UserDefaults { suite.flatMap(UserDefaults.init(suiteName:)) ?? .standard }

  /// Whether this installation has been marked.
  public func isMarked() -> Bool { defaults.bool(forKey: Self.key) }

  /// Marks it.
  public func mark() { defaults.set(true, forKey: Self.key) }
}
