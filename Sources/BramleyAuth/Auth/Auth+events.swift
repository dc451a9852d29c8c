public import AppleSignIn
import Foundation

extension Auth {
  /// Everything that happens to the session, here and at the service, from now on.
  ///
  /// While someone listens and someone is signed in, the service is asked by long poll. A listener that does
  /// not keep up loses the oldest of 64 events.
  public func events() -> AsyncStream<AuthEvent> { board.events().stream }

  /// Decisions about the sign-in with Apple, with the service as witness: at once, at activation, on the
  /// revoked notification, and when the service reports.
  public func credentialDecisions() async -> AsyncStream<CredentialDecision> {
    await engine.credentialMonitor().decisions()
  }

  /// Calls back on the main thread now and whenever another person, or nobody, is signed in.
  ///
  /// - Returns: A handle for ``removeStateDidChangeListener(_:)``.
  public func addStateDidChangeListener(
    _ body: @escaping @MainActor @Sendable (Auth, User?) -> Void
  ) -> AuthListenerHandle {
    listen(initially: true, body) {
      switch $0 {
      case .signedIn, .signedOut: true
      default: false
      }
    }
  }

  /// Calls back on the main thread now and whenever the ID token changes.
  public func addIDTokenDidChangeListener(
    _ body: @escaping @MainActor @Sendable (Auth, User?) -> Void
  ) -> AuthListenerHandle {
    listen(initially: true, body) {
      switch $0 {
      case .signedIn, .signedOut, .tokenChanged: true
      default: false
      }
    }
  }

  /// Stops calling back.
  public func removeStateDidChangeListener(_ handle: AuthListenerHandle) { listenerTasks.end(handle.id) }

  /// Stops calling back.
  public func removeIDTokenDidChangeListener(_ handle: AuthListenerHandle) { listenerTasks.end(handle.id) }

  private func listen(
    initially: Bool, _ body: @escaping @MainActor @Sendable (Auth, User?) -> Void,
    _ isWanted: @escaping @Sendable (AuthEvent) -> Bool
  ) -> AuthListenerHandle {
    let (id, stream) = board.events()
    let task = Task { @MainActor [weak self] in
      if let self { body(self, self.currentUser) }
      for await event in stream where isWanted(event) {
        guard let self, !Task.isCancelled else { return }
        body(self, self.currentUser)
      }
    }
    listenerTasks.add(id, task)
    return AuthListenerHandle(id: id)
  }
}

/// Names a listener.
public struct AuthListenerHandle: Hashable, Sendable { let id: UUID }

/// The tasks behind listeners.
final class ListenerTasks: @unchecked Sendable {  // state guarded by lock
  private let lock = NSLock()
  private var tasks: [UUID: Task<Void, Never>] = [:]

  func add(_ id: UUID, _ task: Task<Void, Never>) { lock.withLock { tasks[id] = task } }
  func end(_ id: UUID) { lock.withLock { tasks.removeValue(forKey: id) }?.cancel() }
}
