public import Foundation

/// Makes requests for Sign in with Apple and tells how an earlier sign-in stands.
public class ASAuthorizationAppleIDProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
  /// Says how an earlier sign-in stands on this device.
  public enum CredentialState: Int, Sendable {
    /// The person withdrew the app's authorization.
    case revoked = 0
    /// In good standing.
    case authorized = 1
    /// No such person for this app on this device.
    case notFound = 2
    /// The app moved to another developer team; the identifier must be migrated.
    case transferred = 3
  }

  /// Posted while the app runs, when the person withdraws its authorization.
  public class var credentialRevokedNotification: NSNotification.Name {
    NSNotification.Name("ASAuthorizationAppleIDProviderCredentialRevokedNotification")
  }

  /// A provider.
  override public init() { super.init() }

  /// Makes an empty request.
  public func createRequest() -> ASAuthorizationAppleIDRequest {
    ASAuthorizationAppleIDRequest(provider: self)
  }

  /// Tells how the sign-in of a person stands; `notFound` comes together with an error.
  ///
  /// - Parameters:
  ///   - userID: The `user` of an earlier credential.
  ///   - completion: Runs on any thread.
  public func getCredentialState(
    forUserID userID: String,
    completion: @escaping @Sendable (ASAuthorizationAppleIDProvider.CredentialState, (any Error)?) -> Void
  ) {
    guard let service = AuthorizationSystem.service else {
      completion(.notFound, AuthorizationSystem.missing)
      return
    }
    service.credentialState(forUserID: userID, completion: completion)
  }

  /// Tells how the sign-in of a person stands.
  ///
  /// - Throws: Whatever the callback form hands over beside the state, so also for `notFound`.
  public func credentialState(
    forUserID userID: String
  ) async throws -> ASAuthorizationAppleIDProvider.CredentialState {
    try await withCheckedThrowingContinuation { continuation in
      getCredentialState(forUserID: userID) { state, error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: state) }
      }
    }
  }
}
