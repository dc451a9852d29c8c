public import AppleSignIn
import Foundation

/// Signing in to a Bramley service, under names close to Firebase's.
///
/// ```swift
/// BramleyApp.configure(AuthConfiguration(origin: origin))
/// try await Auth.auth().restore()
/// let result = try await Auth.auth().signInWithApple()
/// ```
public final class Auth: Sendable {
  let engine: SessionEngine
  let board = StateBoard()
  let origin: Origin
  let configuration: AuthConfiguration
  let listenerTasks = ListenerTasks()

  /// One for an app that does without ``BramleyApp``.
  public init(_ configuration: AuthConfiguration) {
    self.configuration = configuration
    origin = Origin(configuration.origin)
    engine = SessionEngine(configuration: configuration, origin: origin, board: board)
    let engine = engine
    board.setWhenListened { Task { await engine.updatePolling() } }
  }

  /// The app's one; configure the app first.
  public static func auth() -> Auth {
    guard let auth = BramleyApp.configured else {
      preconditionFailure("Call BramleyApp.configure at launch, before Auth.auth().")
    }
    return auth
  }

  /// Who is signed in, as far as this device knows; nil before ``restore()``.
  public var currentUser: User? { board.currentUser }

  /// Reads the stored session, and finishes what an earlier run left over.
  ///
  /// Call it at launch. After a reinstall it verifies the stored session with service and device.
  ///
  /// - Throws: ``AuthErrorCode/keychainError`` while the storage is locked: nobody was signed out, call again.
  @discardableResult public func restore() async throws(AuthError) -> User? { try await engine.restore() }

  /// Signs in with a credential of any provider.
  ///
  /// - Throws: ``AuthErrorCode/accountExistsWithDifferentCredential`` with ``AuthError/updatedCredential``,
  ///   to link after a sign-in the way the account knows.
  @discardableResult public func signIn(
    with credential: AuthCredential
  ) async throws(AuthError) -> AuthDataResult { try await engine.signIn(credential) }

  /// Shows Apple's sheet and signs in with its answer: the whole flow in one call.
  @MainActor @discardableResult public func signInWithApple(
    _ flow: SignInWithApple = .shared
  ) async throws(AuthError) -> AuthDataResult {
    let credential: AppleCredential
    do throws(AppleSignInError) {
      credential = try await flow.signIn()
    } catch {
      throw AuthError(error)
    }
    return try await engine.signIn(AuthCredential(credential))
  }

  /// Signs in with address and password.
  @discardableResult public func signIn(
    withEmail email: String, password: String
  ) async throws(AuthError) -> AuthDataResult {
    try await engine.signIn(EmailAuthProvider.credential(withEmail: email, password: password))
  }

  /// Makes an account with address and password, and signs in.
  @discardableResult public func createUser(
    withEmail email: String, password: String
  ) async throws(AuthError) -> AuthDataResult { try await engine.createUser(email, password) }

  /// Makes an account without any way in, or goes on with the one of this device.
  @discardableResult public func signInAnonymously() async throws(AuthError) -> AuthDataResult {
    try await engine.signInAnonymously()
  }

  /// Signs in with a token of the app's own back end.
  @discardableResult public func signIn(
    withCustomToken token: String
  ) async throws(AuthError) -> AuthDataResult { try await engine.signIn(customToken: token) }

  /// Revokes the app's authorization at Apple with a fresh code.
  public func revokeToken(withAuthorizationCode code: String) async throws(AuthError) {
    try await engine.revoke(code: code)
  }

  /// Ends the session here and at the service; without a network the service learns of it later.
  public func signOut() async throws(AuthError) { try await engine.signOut() }

  /// Mails a link to set a new password.
  public func sendPasswordReset(withEmail email: String) async throws(AuthError) {
    let _: WireAnswers.Nothing = try await engine.client.call(
      .sendOobCode, WireBodies.OobCode(requestType: "PASSWORD_RESET", email: email))
  }

  /// Whether a deletion was interrupted, and what it needs.
  public func pendingDeletion() async throws(AuthError) -> PendingDeletion? {
    try await engine.pendingDeletion()
  }

  /// Goes on with an interrupted deletion; without one it does nothing.
  public func resumeDeletion() async throws(AuthError) { try await engine.resumeDeletion() }
}
