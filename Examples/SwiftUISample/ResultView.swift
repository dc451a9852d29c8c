import BramleyAuth
import SwiftUI

/// Who is signed in, with sign-out and deletion.
struct ResultView: View {
  let model: SampleModel
  let user: User
  let onEnd: @MainActor () -> Void
  let onMessage: @MainActor (String?) -> Void

  var body: some View {
    VStack(spacing: 12) {
      Text(user.displayName ?? "No name")
      Text(user.email ?? "No address")
      Text(user.uid)
      Button("Sign out") {
        Task { @MainActor in finish(await model.signOut()) }
      }
      Button("Delete account", role: .destructive) {
        Task { @MainActor in finish(await model.delete(user)) }
      }
    }
  }

  private func finish(_ message: String?) {
    onMessage(message)
    if Auth.auth().currentUser == nil { onEnd() }
  }
}
