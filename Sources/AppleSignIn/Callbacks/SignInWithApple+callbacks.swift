import AuthenticationServices

/// What an app with a delegate learns of a sign-in, on the main thread.
@MainActor public protocol SignInWithAppleDelegate: AnyObject {
  /// Says that the person signed in.
  func signInWithApple(_ flow: SignInWithApple, didSignIn credential: AppleCredential)
  /// Says that the person did not; a cancellation needs no message.
  func signInWithApple(_ flow: SignInWithApple, didFail error: AppleSignInError)
}

extension SignInWithApple {
  /// Signs the person in and calls back once, on the main thread.
  ///
  /// - Returns: The running call; cancel it to close the sheet.
  @discardableResult public func signIn(
    completion: @escaping @MainActor @Sendable (Result<AppleCredential, AppleSignInError>) -> Void
  ) -> Task<Void, Never> {
    Task { @MainActor in
      do throws(AppleSignInError) {
        completion(.success(try await self.signIn()))
      } catch {
        completion(.failure(error))
      }
    }
  }

  /// Signs the person in and tells a delegate, which is not kept alive.
  @discardableResult public func signIn(delegate: any SignInWithAppleDelegate) -> Task<Void, Never> {
    signIn { [weak self, weak delegate] result in
      guard let self else { return }
      switch result {
      case .success(let credential): delegate?.signInWithApple(self, didSignIn: credential)
      case .failure(let error): delegate?.signInWithApple(self, didFail: error)
      }
    }
  }

  /// Offers the accounts that the device knows and calls back once, on the main thread.
  @discardableResult public func existingAccount(
    quietly: Bool = false,
    completion: @escaping @MainActor @Sendable (Result<ExistingAccount?, AppleSignInError>) -> Void
  ) -> Task<Void, Never> {
    Task { @MainActor in
      do throws(AppleSignInError) {
        completion(.success(try await self.existingAccount(quietly: quietly)))
      } catch {
        completion(.failure(error))
      }
    }
  }
}
