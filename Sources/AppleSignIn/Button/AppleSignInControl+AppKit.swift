#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import AuthenticationServices

  /// The system's button for AppKit, running the whole flow; it follows light and dark.
  public final class AppleSignInControl: NSView {
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
    override public var intrinsicContentSize: NSSize {
      AppleButtonAppearance.size(fitting: button?.intrinsicContentSize ?? .zero)
    }

    /// Makes a new button when light and dark change, since its style is fixed at creation.
    override public func viewDidChangeEffectiveAppearance() {
      super.viewDidChangeEffectiveAppearance()
      rebuild()
    }

    private func rebuild() {
      button?.removeFromSuperview()
      let isDark = effectiveAppearance.bestMatch(from: [.aqua, .darkAqua]) == .darkAqua
      let new = appearanceOfButton.systemButton(isDark: isDark, height: bounds.height)
      new.frame = bounds
      new.autoresizingMask = [.width, .height]
      new.target = self
      new.action = #selector(tapped)
      addSubview(new)
      button = new
    }

    @objc private func tapped() { flow.signIn { [weak self] in self?.onCompletion($0) } }
  }
#endif
