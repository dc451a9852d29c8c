#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Runs Sign in with Apple while a condition holds, from any control; leaving the view closes the sheet.
    ///
    /// - Parameters:
    ///   - isPresented: Becomes false when the flow has ended.
    ///   - flow: The flow.
    ///   - onCompletion: Gets the checked credential or the failure, once.
    public func signInWithApple(
      isPresented: Binding<Bool>, flow: SignInWithApple = .shared,
      onCompletion: @escaping @MainActor (Result<AppleCredential, AppleSignInError>) -> Void
    ) -> some View {
      modifier(SignInWithAppleModifier(isPresented: isPresented, flow: flow, onCompletion: onCompletion))
    }
  }

  private struct SignInWithAppleModifier: ViewModifier {
    @Binding var isPresented: Bool
    let flow: SignInWithApple
    let onCompletion: @MainActor (Result<AppleCredential, AppleSignInError>) -> Void

    func body(content: Content) -> some View {
      content.task(id: isPresented) {
        guard isPresented else { return }
        let result: Result<AppleCredential, AppleSignInError>
        do throws(AppleSignInError) {
          result = .success(try await flow.signIn())
        } catch {
          result = .failure(error)
        }
        isPresented = false
        onCompletion(result)
      }
    }
  }
#endif
