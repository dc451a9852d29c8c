#if canImport(UIKit) && !os(watchOS)
  public import AuthenticationServices
  public import UIKit

  /// The system's button for UIKit, running the whole flow; it follows light and dark.
  public final class AppleSignInControl: UIView {
    /// Gets the checked credential or the failure.
    public var onCompletion: @MainActor (Result<AppleCredential, AppleSignInError>) -> Void = { _ in }
    private let appearanceOfButton: AppleButtonAppearance
    private let flow: SignInWithApple
    private var button: ASAuthorizationAppleIDButton?

    /// A control with an appearance.
    public init(
      _ appearance: AppleButtonAppearance = AppleButtonAppearance(), flow: SignInWithApple = .shared
    ) {
      appearanceOfButton = appearance
      self.flow = flow
      super.init(frame: CGRect(origin: .zero, size: AppleButtonAppearance.minimumSize))
      rebuild()
    }

    /// Refuses: make it in code.
    public required init?(coder: NSCoder) { nil }

    /// The smallest size that Apple allows.
    override public var intrinsicContentSize: CGSize {
      AppleButtonAppearance.size(fitting: button?.intrinsicContentSize ?? .zero)
    }

    /// Makes a new button when light and dark change, since its style is fixed at creation.
    override public func traitCollectionDidChange(_ previous: UITraitCollection?) {
      super.traitCollectionDidChange(previous)
      if previous?.userInterfaceStyle != traitCollection.userInterfaceStyle { rebuild() }
    }

    private func rebuild() {
      button?.removeFromSuperview()
      let isDark = traitCollection.userInterfaceStyle == .dark
      let new = appearanceOfButton.systemButton(isDark: isDark, height: bounds.height)
      new.frame = bounds
      new.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      new.addTarget(self, action: #selector(tapped), for: .primaryActionTriggered)
      addSubview(new)
      button = new
    }

    @objc private func tapped() { flow.signIn { [weak self] in self?.onCompletion($0) } }
  }
#endif
