import AppleSignIn
import BramleyAuth
import SwiftUI

/// Shows the log-in view, or who is signed in.
struct RootView: View {
  let model: SampleModel
  @State private var user: User?
  @State private var message: String?

  var body: some View {
    VStack(spacing: 16) {
      if let user {
        ResultView(model: model, user: user, onEnd: { self.user = nil }, onMessage: { message = $0 })
      } else {
        LogInView { result in
          Task { @MainActor in (user, message) = await model.signIn(result) }
        }
      }
      if let message { Text(message) }
    }
    .task { @MainActor in user = await model.restore() }
  }
}
