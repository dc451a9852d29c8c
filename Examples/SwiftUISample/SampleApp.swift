import BramleyAuth
import Foundation
import SwiftUI

/// An app with a log-in view, a result view and a sign-out, for Apple's systems.
@main struct SampleApp: App {
  @State private var model = SampleModel()

  init() {
    guard let origin = URL(string: "https://auth.example.com") else { return }
    BramleyApp.configure(AuthConfiguration(origin: origin))
    #if DEBUG
      Auth.auth().useEmulator(host: "127.0.0.1", port: 9099)
    #endif
  }

  var body: some Scene {
    WindowGroup { RootView(model: model) }
  }
}
