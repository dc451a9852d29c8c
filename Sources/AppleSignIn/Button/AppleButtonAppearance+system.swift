#if !os(watchOS)
  import AuthenticationServices
  import Foundation

  extension AppleButtonAppearance {
    /// The system's button in these colours; it cannot be changed afterwards.
    @MainActor func systemButton(isDark: Bool, height: CGFloat) -> ASAuthorizationAppleIDButton {
      let type: ASAuthorizationAppleIDButton.ButtonType
      switch label {
      case .signIn: type = .signIn
      case .continue: type = .continue
      case .signUp: type = .signUp
      }
      let style: ASAuthorizationAppleIDButton.Style
      switch resolvedStyle(isDark: isDark) {
      case .white: style = .white
      case .whiteOutline: style = .whiteOutline
      case .black, .automatic: style = .black
      }
      let button = ASAuthorizationAppleIDButton(type: type, style: style)
      #if !os(tvOS)
        if let radius = radius(height: height) { button.cornerRadius = radius }
      #endif
      return button
    }
  }
#endif
