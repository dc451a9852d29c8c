public import AuthenticationServices
import Foundation

/// Runs Sign in with Apple: one call, one checked answer.
///
/// ```swift
/// let credential = try await SignInWithApple.shared.signIn()
/// ```
///
/// Keep one for the app: it holds the open sheet, so that a second tap cannot disturb the first.
@MainActor public final class SignInWithApple {
  /// One for the app, with the default configuration.
  public static let shared = SignInWithApple()

  /// How it works.
  public let configuration: SignInConfiguration
  private var running: AuthorizationRun?

  /// One with a configuration of its own.
  public nonisolated init(_ configuration: SignInConfiguration = SignInConfiguration()) {
    self.configuration = configuration
  }

  /// Whether a sheet is open.
  public var isRunning: Bool { running != nil }

  /// Signs the person in with Apple.
  ///
  /// - Parameters:
  ///   - scopes: What is asked for; Apple shows it at the first authorization only.
  ///   - user: The identifier of an earlier sign-in, as a hint.
  /// - Returns: A credential whose state, nonce, audience and expiry were checked on this device.
  /// - Throws: An error that says what to tell the person; see ``AppleSignInError/isCancellation``.
  public func signIn(
    scopes: [ASAuthorization.Scope] = [.fullName, .email], user: AppleUserID? = nil
  ) async throws(AppleSignInError) -> AppleCredential {
    let account = try await perform(.signIn) { prepared in
      let request = ASAuthorizationAppleIDProvider().createRequest()
      request.user = user?.rawValue
      self.fill(request, prepared, scopes: scopes)
      return [request]
    }
    guard case .apple(let credential)? = account else { throw AppleSignInError(.unexpectedCredential) }
    return credential
  }

  /// Fills a request that the caller runs, as SwiftUI's button does.
  ///
  /// - Returns: What ``finish(_:with:)`` compares the answer with; good for one request.
  public func prepare(
    _ request: ASAuthorizationAppleIDRequest, scopes: [ASAuthorization.Scope] = [.fullName, .email]
  ) -> PreparedRequest {
    let prepared = newRequest()
    fill(request, prepared, scopes: scopes)
    return prepared
  }

  /// Checks the answer to a request that ``prepare(_:scopes:)`` filled.
  ///
  /// - Throws: The system's failure in our terms, or the first check that failed.
  public func finish(
    _ prepared: PreparedRequest, with result: Result<ASAuthorization, any Error>
  ) async throws(AppleSignInError) -> AppleCredential {
    switch result {
    case .failure(let error): throw AppleSignInError(system: error)
    case .success(let authorization):
      let reading = CredentialReading(configuration: configuration, prepared: prepared)
      guard case .apple(let credential) = try await reading.account(authorization) else {
        throw AppleSignInError(.unexpectedCredential)
      }
      return credential
    }
  }

  /// Closes the open sheet where the system can; its caller gets a cancellation.
  public func cancel() { running?.cancel() }

  func newRequest() -> PreparedRequest {
    PreparedRequest(
      nonce: RawNonce(randomBytes: configuration.randomBytes),
      state: RawNonce(randomBytes: configuration.randomBytes).text)
  }

  func fill(
    _ request: ASAuthorizationAppleIDRequest, _ prepared: PreparedRequest, scopes: [ASAuthorization.Scope]
  ) {
    request.requestedScopes = scopes
    request.nonce = prepared.nonce.hashed
    request.state = prepared.state
  }

  /// Runs requests, or joins those of the same kind that are open; nil: nothing is saved (quiet form).
  func perform(
    _ kind: AuthorizationRun.Kind, requests: (PreparedRequest) -> [ASAuthorizationRequest]
  ) async throws(AppleSignInError) -> ExistingAccount? {
    if let running {
      guard configuration.secondRequest == .joins, running.kind == kind else {
        throw AppleSignInError(.alreadyRunning)
      }
      return try await running.result().get()
    }
    if Task.isCancelled { throw AppleSignInError(.taskCanceled) }
    let prepared = newRequest()
    let run = AuthorizationRun(
      kind: kind, requests: requests(prepared), configuration: configuration,
      reading: CredentialReading(configuration: configuration, prepared: prepared))
    running = run
    run.whenDone = { [weak self, weak run] in
      if let run, self?.running === run { self?.running = nil }
    }
    run.start()
    return try await run.result().get()
  }
}
