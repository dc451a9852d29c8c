public import AuthenticationServices
public import Foundation

/// Tells how an earlier sign-in stands, by callback and with the raw values of the system.
///
/// For code in the style of the usual tutorials; ``CredentialStateMonitor`` decides better.
@MainActor public final class CredentialStateObserver {
  private let center: NotificationCenter
  private var observation: NotificationObservation?

  /// An observer; the notification center is the system's unless a test gives another.
  public init(notificationCenter: NotificationCenter = .default) { center = notificationCenter }

  /// Asks once; the callback runs on the main thread with what the system said.
  public func check(
    _ userID: String,
    completion:
      @escaping @MainActor @Sendable (
        ASAuthorizationAppleIDProvider.CredentialState, (any Error)?
      ) -> Void
  ) {
    ASAuthorizationAppleIDProvider().getCredentialState(forUserID: userID) { state, error in
      Task { @MainActor in completion(state, error) }
    }
  }

  /// Calls back on the main thread whenever the person withdraws the app's authorization.
  public func whenRevoked(_ body: @escaping @MainActor @Sendable () -> Void) {
    observation = NotificationObservation(
      ASAuthorizationAppleIDProvider.credentialRevokedNotification, in: center
    ) {
      Task { @MainActor in body() }
    }
  }

  /// Stops calling back.
  public func stop() { observation = nil }
}
