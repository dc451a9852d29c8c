public import Foundation

/// How a Sign in with Apple button looks, within Apple's rules.
///
/// - Standard: Human Interface Guidelines, "Sign in with Apple": at least 140 by 30 points, a margin of a
///   tenth of the height, any corner radius, a colour that stands out.
public struct AppleButtonAppearance: Sendable, Equatable {
  /// The words; the system translates them.
  public enum Label: Sendable, CaseIterable {
    /// Sign in with Apple.
    case signIn
    /// Continue with Apple.
    case `continue`
    /// Sign up with Apple.
    case signUp
  }

  /// The colours.
  public enum Style: Sendable, CaseIterable {
    /// Black in light surroundings, white in dark ones.
    case automatic
    /// Black.
    case black
    /// White.
    case white
    /// White with a line around it.
    case whiteOutline
  }

  /// The smallest size in points.
  public static let minimumSize = CGSize(width: 140, height: 30)

  /// The words.
  public var label: Label
  /// The colours.
  public var style: Style
  /// The radius of the corners in points; nil: the system's.
  public var cornerRadius: CGFloat?

  /// An appearance; by default as the system shows it, following light and dark.
  public init(_ label: Label = .signIn, style: Style = .automatic, cornerRadius: CGFloat? = nil) {
    self.label = label
    self.style = style
    self.cornerRadius = cornerRadius
  }

  /// The colours for the surroundings; never ``Style/automatic``.
  public func resolvedStyle(isDark: Bool) -> Style {
    style == .automatic ? (isDark ? .white : .black) : style
  }

  /// A size that is not below the smallest.
  public static func size(fitting size: CGSize) -> CGSize {
    CGSize(
      width: max(size.width, minimumSize.width), height: max(size.height, minimumSize.height))
  }

  /// The margin around a button of a height, in points.
  public static func margin(height: CGFloat) -> CGFloat { height / 10 }

  /// The radius that can be drawn: none below zero, none beyond a capsule.
  public func radius(height: CGFloat) -> CGFloat? {
    cornerRadius.map { min(max($0, 0), height / 2) }
  }
}
