public import Foundation

/// The system's button; here without looks, with the same values.
@MainActor public class ASAuthorizationAppleIDButton: NSObject {
  /// The words on the button.
  public enum ButtonType: Int, Sendable {
    /// Sign in.
    case signIn = 0
    /// Continue.
    case `continue` = 1
    /// Sign up.
    case signUp = 2
    /// Sign in.
    public static var `default`: ButtonType { .signIn }
  }

  /// The colours of the button.
  public enum Style: Int, Sendable {
    /// White, for dark surroundings.
    case white = 0
    /// White with a line around it.
    case whiteOutline = 1
    /// Black, for light surroundings.
    case black = 2
  }

  /// The radius of the corners in points.
  public var cornerRadius: CGFloat = 6

  /// A button with the usual words and colours.
  override public nonisolated init() { super.init() }

  /// A button with fixed words and colours.
  public init(authorizationButtonType type: ButtonType, authorizationButtonStyle style: Style) {
    super.init()
  }

  /// A button with fixed words and colours.
  public convenience init(type: ButtonType, style: Style) {
    self.init(authorizationButtonType: type, authorizationButtonStyle: style)
  }
}
