// Not compiled on Linux: Objective-C needs Apple's systems.
#if canImport(ObjectiveC)
  public import AppleSignIn
  public import Foundation

  /// A session with a Bramley service for Objective-C.
  @objc(BRMAuth) @MainActor public final class AuthBridge: NSObject {
    /// Tells of the outcome: the account's identifier, or why not.
    public typealias Completion = @MainActor @Sendable (String?, NSError?) -> Void

    /// Configures the app; call it once at launch.
    @objc public static func configure(origin: URL) {
      BramleyApp.configure(AuthConfiguration(origin: origin))
    }

    /// The identifier of the signed-in account.
    @objc public static var currentUserID: String? { Auth.auth().currentUser?.uid }

    /// Reads the stored session.
    @objc public static func restore(completion: @escaping Completion) {
      run(completion) { () throws(AuthError) in try await Auth.auth().restore()?.uid }
    }

    /// Shows Apple's sheet and signs in.
    @objc public static func signInWithApple(completion: @escaping Completion) {
      run(completion) { () throws(AuthError) in try await Auth.auth().signInWithApple().user.uid }
    }

    /// Ends the session.
    @objc public static func signOut(completion: @escaping Completion) {
      run(completion) { () throws(AuthError) in
        try await Auth.auth().signOut()
        return nil
      }
    }

    /// Deletes the account: authorization, revocation, deletion, wipe.
    @objc public static func deleteAccount(completion: @escaping Completion) {
      run(completion) { () throws(AuthError) in
        try await Auth.auth().currentUser?.deleteAccount()
        return nil
      }
    }

    private static func run(
      _ completion: @escaping Completion,
      _ body: @escaping @MainActor @Sendable () async throws(AuthError) -> String?
    ) {
      Task { @MainActor in
        do throws(AuthError) { completion(try await body(), nil) } catch { completion(nil, error as NSError) }
      }
    }
  }
#endif
