import AppleSignIn
import SwiftUI

/// Apple's button first, other ways below it.
struct LogInView: View {
  let onApple: @MainActor (Result<AppleCredential, AppleSignInError>) -> Void

  var body: some View {
    SignInChoicesView([.apple], appearance: AppleButtonAppearance(.continue), onApple: onApple) { _ in
      EmptyView()
    }
  }
}
