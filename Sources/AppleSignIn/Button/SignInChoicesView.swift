#if canImport(SwiftUI)
  public import SwiftUI

  /// Ways to sign in, one below the other, Apple first and none larger than Apple's.
  public struct SignInChoicesView<Other: View>: View {
    private let choices: [SignInChoice]
    private let appearance: AppleButtonAppearance
    private let flow: SignInWithApple
    private let onApple: @MainActor (Result<AppleCredential, AppleSignInError>) -> Void
    private let other: (SignInChoice) -> Other

    /// A view of choices.
    ///
    /// - Parameters:
    ///   - choices: What is offered, in any order.
    ///   - appearance: How Apple's button looks.
    ///   - flow: The flow behind Apple's button.
    ///   - onApple: Gets Apple's result.
    ///   - other: Makes the control of any other choice.
    public init(
      _ choices: [SignInChoice], appearance: AppleButtonAppearance = AppleButtonAppearance(),
      flow: SignInWithApple = .shared,
      onApple: @escaping @MainActor (Result<AppleCredential, AppleSignInError>) -> Void,
      @ViewBuilder other: @escaping (SignInChoice) -> Other
    ) {
      self.choices = SignInChoice.ordered(choices)
      self.appearance = appearance
      self.flow = flow
      self.onApple = onApple
      self.other = other
    }

    /// The choices.
    public var body: some View {
      VStack(spacing: 12) {
        ForEach(choices, id: \.self) { choice in
          if choice == .apple {
            AppleSignInButton(appearance, flow: flow, onCompletion: onApple).frame(height: 48)
          } else {
            other(choice).frame(maxHeight: 48)
          }
        }
      }
      .padding(AppleButtonAppearance.margin(height: 48))
    }
  }
#endif
