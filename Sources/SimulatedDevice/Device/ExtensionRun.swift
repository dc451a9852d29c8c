import AuthenticationServices
import BramleyCrypto
import Foundation

/// One request to the app's extension, shown or not; the first end counts.
final class ExtensionRun: AccountModificationHost, @unchecked Sendable {  // state guarded by lock
  private let device: SimulatedDevice
  private let modification: AccountModification
  private let credential: ASPasswordCredential
  private let isShown: Bool
  private let lock = NSLock()
  private var ended: AccountModificationEnd?
  private var waiting: CheckedContinuation<AccountModificationEnd, Never>?
  private var hasAskedApple = false
  private var hasRunOut = false

  init(
    _ device: SimulatedDevice, _ modification: AccountModification, _ credential: ASPasswordCredential,
    isShown: Bool
  ) {
    self.device = device
    self.modification = modification
    self.credential = credential
    self.isShown = isShown
  }

  /// Lets the extension work until it ends the request, or the system does.
  func run(_ make: @escaping SimulatedDevice.UpgradeExtension) async -> AccountModificationEnd {
    let controller = await begin(make)
    let timer = isShown ? nil : limit(controller)
    let end = await withCheckedContinuation { continuation in
      let early = lock.withLock { () -> AccountModificationEnd? in
        if ended == nil { waiting = continuation }
        return ended
      }
      if let early { continuation.resume(returning: early) }
    }
    timer?.cancel()
    return end
  }

  /// Whether the extension asked to be shown.
  ///
  /// It says so by `userInteractionRequired`, or by `userCanceled` before it asked Apple; afterwards that means
  /// that the person closed Apple's sheet.
  func wantsToBeShown(after end: AccountModificationEnd) -> Bool {
    guard case .canceled(let error) = end, error.domain == ASExtensionErrorDomain else { return false }
    switch ASExtensionError.Code(rawValue: error.code) {
    case .userInteractionRequired: return true
    case .userCanceled: return lock.withLock { !hasAskedApple && !hasRunOut }
    default: return false
    }
  }

  @MainActor private func begin(
    _ make: SimulatedDevice.UpgradeExtension
  ) -> ASAccountAuthenticationModificationViewController {
    AuthorizationSystem.$taskService.withValue(device) {
      let controller = make()
      controller.begin(in: ASAccountAuthenticationModificationExtensionContext(host: self))
      let (service, userInfo) = (modification.service, modification.userInfo.values)
      switch (modification.kind, isShown) {
      case (.signInWithApple, false):
        controller.convertAccountToSignInWithAppleWithoutUserInteraction(
          for: service, existingCredential: credential, userInfo: userInfo)
      case (.signInWithApple, true):
        controller.prepareInterfaceToConvertAccountToSignInWithApple(
          for: service, existingCredential: credential, userInfo: userInfo)
      case (.strongPassword, false):
        controller.changePasswordWithoutUserInteraction(
          for: service, existingCredential: credential, newPassword: Self.strongPassword(), userInfo: userInfo
        )
      case (.strongPassword, true):
        controller.prepareInterfaceToChangePassword(
          for: service, existingCredential: credential, newPassword: Self.strongPassword(), userInfo: userInfo
        )
      }
      return controller
    }
  }

  private func limit(_ controller: ASAccountAuthenticationModificationViewController) -> Task<Void, Never> {
    let clock = device.clock
    return Task { @MainActor in
      do { try await clock.sleep(for: SimulatedDevice.upgradeTimeLimit) } catch { return }
      lock.withLock { hasRunOut = true }
      controller.cancelRequest()
    }
  }

  func authorize(
    state: String?, nonce: String?,
    completion: @escaping @Sendable (Result<ASAuthorizationAppleIDCredential, any Error>) -> Void
  ) {
    let isFirst = lock.withLock {
      defer { hasAskedApple = true }
      return !hasAskedApple
    }
    // One sheet for a request; the first answer counts.
    guard isFirst else { return completion(.failure(SystemFailure.nobodyAsked)) }
    let once = Once(completion)
    let request = ASAuthorizationAppleIDProvider().createRequest()
    request.requestedScopes = [.fullName, .email]
    request.state = state
    request.nonce = nonce
    device.begin(AuthorizationAttempt(id: UUID(), requests: [request], hasWindow: true)) { answer in
      switch answer {
      case .failure(let error): once.call(.failure(error))
      case .customMethod: once.call(.failure(SystemFailure.nobodyAsked))
      case .authorization(let authorization):
        guard let apple = authorization.credential as? ASAuthorizationAppleIDCredential else {
          return once.call(.failure(SystemFailure.nobodyAsked))
        }
        once.call(.success(apple))
      }
    }
  }

  func end(_ end: AccountModificationEnd) {
    let continuation = lock.withLock { () -> CheckedContinuation<AccountModificationEnd, Never>? in
      guard ended == nil else { return nil }
      ended = end
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: end)
  }

  /// A completion that is called once, however often the sheet answers.
  private final class Once: @unchecked Sendable {  // state guarded by lock
    private let lock = NSLock()
    private var completion: (@Sendable (Result<ASAuthorizationAppleIDCredential, any Error>) -> Void)?

    init(_ completion: @escaping @Sendable (Result<ASAuthorizationAppleIDCredential, any Error>) -> Void) {
      self.completion = completion
    }

    func call(_ result: Result<ASAuthorizationAppleIDCredential, any Error>) {
      let taken = lock.withLock {
        defer { completion = nil }
        return completion
      }
      taken?(result)
    }
  }

  /// What the system proposes: 20 characters in three groups.
  private static func strongPassword() -> String {
    let letters = Hex.encode(SystemRandomSource().bytes(9))
    return [letters.prefix(6), letters.dropFirst(6).prefix(6), letters.dropFirst(12)]
      .map(String.init).joined(separator: "-")
  }
}
