#if canImport(SwiftUI)
  import AuthenticationServices
  import SwiftUI

  extension AppleButtonAppearance {
    /// The words, in the system's terms.
    @MainActor var systemLabel: SignInWithAppleButton.Label {
      switch label {
      case .signIn: .signIn
      case .continue: .continue
      case .signUp: .signUp
      }
    }

    /// The colours for the surroundings, in the system's terms.
    @MainActor func systemStyle(isDark: Bool) -> SignInWithAppleButton.Style {
      switch resolvedStyle(isDark: isDark) {
      case .white: .white
      case .whiteOutline: .whiteOutline
      case .black, .automatic: .black
      }
    }
  }
#endif
