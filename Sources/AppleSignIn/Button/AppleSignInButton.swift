#if canImport(SwiftUI)
  public import AuthenticationServices
  public import SwiftUI

  /// The system's button, running the whole flow; it follows light and dark.
  public struct AppleSignInButton: View {
    private let appearance: AppleButtonAppearance
    private let flow: SignInWithApple
    private let scopes: [ASAuthorization.Scope]
    private let onCompletion: @MainActor (Result<AppleCredential, AppleSignInError>) -> Void
    @Environment(\.colorScheme) private var colorScheme
    @State private var prepared: PreparedRequest?

    /// A button; the completion gets the checked credential or the failure.
    public init(
      _ appearance: AppleButtonAppearance = AppleButtonAppearance(), flow: SignInWithApple = .shared,
      scopes: [ASAuthorization.Scope] = [.fullName, .email],
      onCompletion: @escaping @MainActor (Result<AppleCredential, AppleSignInError>) -> Void
    ) {
      self.appearance = appearance
      self.flow = flow
      self.scopes = scopes
      self.onCompletion = onCompletion
    }

    /// The button.
    public var body: some View {
      let minimum = AppleButtonAppearance.minimumSize
      SignInWithAppleButton(
        appearance.systemLabel, onRequest: { prepared = flow.prepare($0, scopes: scopes) },
        onCompletion: finish
      )
      .signInWithAppleButtonStyle(appearance.systemStyle(isDark: colorScheme == .dark))
      .id(colorScheme)  // the style is fixed at creation
      .frame(minWidth: minimum.width, minHeight: minimum.height)
      .clipShape(RoundedRectangle(cornerRadius: appearance.cornerRadius ?? 6))
    }

    private func finish(_ result: Result<ASAuthorization, any Error>) {
      guard let request = prepared else { return }
      prepared = nil
      Task { @MainActor in
        do throws(AppleSignInError) {
          onCompletion(.success(try await flow.finish(request, with: result)))
        } catch {
          onCompletion(.failure(error))
        }
      }
    }
  }
#endif
