import AuthenticationServices
public import Foundation

/// Watches how the sign-in with Apple stands: at launch, activation, the revoked notification, and when the
/// service says that something happened.
///
/// Each occasion leads to one check; occasions during a check lead to one more. Nothing is deleted here.
public actor CredentialStateMonitor {
  /// Asks the service how the credential stands.
  ///
  /// - Throws: Anything, if the service cannot tell now; the device's word then counts.
  public typealias AskService = @Sendable (AppleUserID) async throws -> ServiceCredentialState

  private let user: @Sendable () async -> AppleUserID?
  private let askService: AskService?
  private let isSimulator: Bool
  private let center: NotificationCenter
  private let provider = ASAuthorizationAppleIDProvider()
  private var listeners: [UUID: AsyncStream<CredentialDecision>.Continuation] = [:]
  private var observations: [NotificationObservation] = []
  private var running: Task<CredentialDecision, Never>?

  /// A monitor for one app.
  ///
  /// - Parameters:
  ///   - user: The identifier of the signed-in person, nil for nobody.
  ///   - askService: Asks the service; without it the device alone decides.
  ///   - notificationCenter: Where the system posts.
  ///   - isSimulator: Whether the device's word is unreliable; by default as this process runs.
  public init(
    user: @escaping @Sendable () async -> AppleUserID?, askService: AskService? = nil,
    notificationCenter: NotificationCenter = .default, isSimulator: Bool? = nil
  ) {
    self.user = user
    self.askService = askService
    self.isSimulator = isSimulator ?? SystemPlatform.isSimulator
    center = notificationCenter
  }

  /// Every decision from now on, beginning with that of a check at once.
  ///
  /// A listener that does not keep up loses the oldest of sixteen.
  public func decisions() -> AsyncStream<CredentialDecision> {
    observe()
    let id = UUID()
    let (stream, continuation) = AsyncStream.makeStream(
      of: CredentialDecision.self, bufferingPolicy: .bufferingNewest(16))
    continuation.onTermination = { [weak self] _ in
      Task { await self?.remove(id) }
    }
    listeners[id] = continuation
    Task { await self.check() }
    return stream
  }

  /// Checks now and tells every listener; simultaneous calls share one check.
  @discardableResult public func check() async -> CredentialDecision { await check(asksServiceFirst: false) }

  private func check(asksServiceFirst: Bool) async -> CredentialDecision {
    if let running { return await running.value }
    let task = Task { await self.decide(asksServiceFirst) }
    running = task
    let decision = await task.value
    running = nil
    for listener in listeners.values { listener.yield(decision) }
    return decision
  }

  /// Takes in that the service said something about the credential, and checks; the device may not know yet.
  public func serviceReported() async { await recheck(asksServiceFirst: true) }

  private func remove(_ id: UUID) { listeners[id] = nil }

  /// A check that began before the occasion may have missed it.
  private func recheck(asksServiceFirst: Bool = false) async {
    if let running { _ = await running.value }
    _ = await check(asksServiceFirst: asksServiceFirst)
  }

  private func observe() {
    guard observations.isEmpty else { return }
    let names = [
      ASAuthorizationAppleIDProvider.credentialRevokedNotification, SystemPlatform.activation,
    ]
    observations = names.map { name in
      NotificationObservation(name, in: center) { [weak self] in
        guard let self else { return }
        Task { await self.recheck() }
      }
    }
  }

  private func decide(_ asksServiceFirst: Bool) async -> CredentialDecision {
    guard let user = await user() else { return .keep }
    let device = await askDevice(user)
    guard let askService, asksServiceFirst || device != .authorized else {
      return CredentialStateRule.decide(device: device, service: nil, isSimulator: isSimulator)
    }
    let service = try? await askService(user)  // a service that is down decides nothing
    return CredentialStateRule.decide(device: device, service: service, isSimulator: isSimulator)
  }

  private func askDevice(_ user: AppleUserID) async -> CredentialStateRule.DeviceAnswer {
    await withCheckedContinuation { continuation in
      provider.getCredentialState(forUserID: user.rawValue) { state, error in
        switch (state, error) {
        case (.notFound, _): continuation.resume(returning: .notFound)
        case (_, .some): continuation.resume(returning: .failed)
        case (.authorized, nil): continuation.resume(returning: .authorized)
        case (.revoked, nil): continuation.resume(returning: .revoked)
        case (.transferred, nil): continuation.resume(returning: .transferred)
        @unknown default: continuation.resume(returning: .failed)
        }
      }
    }
  }
}
