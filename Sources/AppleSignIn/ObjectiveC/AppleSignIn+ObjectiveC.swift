// Not compiled on Linux: Objective-C needs Apple's systems.
#if canImport(ObjectiveC)
  public import Foundation

  /// Sign in with Apple for Objective-C.
  @objc(BRMAppleSignIn) @MainActor public final class AppleSignInBridge: NSObject {
    /// What a sign-in yields, for Objective-C.
    @objc(BRMAppleCredential) public final class Credential: NSObject, Sendable {
      /// The person's identifier.
      @objc public let user: String
      /// The identity token.
      @objc public let identityToken: String
      /// The code, if one came.
      @objc public let authorizationCode: String?
      /// The nonce before hashing.
      @objc public let rawNonce: String
      /// The address, if known.
      @objc public let email: String?
      /// The name, if known.
      @objc public let displayName: String?
      /// The value behind it, for Swift.
      public let value: AppleCredential

      init(_ value: AppleCredential) {
        user = value.user.rawValue
        identityToken = value.identityToken
        authorizationCode = value.authorizationCode
        rawNonce = value.rawNonce
        email = value.email
        displayName = value.displayName
        self.value = value
        super.init()
      }
    }

    /// Signs the person in and calls back once, on the main thread.
    @objc public static func signIn(
      completion: @escaping @MainActor @Sendable (Credential?, NSError?) -> Void
    ) {
      SignInWithApple.shared.signIn { result in
        switch result {
        case .success(let credential): completion(Credential(credential), nil)
        case .failure(let error): completion(nil, error as NSError)
        }
      }
    }
  }
#endif
