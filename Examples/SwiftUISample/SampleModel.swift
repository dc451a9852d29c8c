import AppleSignIn
import BramleyAuth
import Foundation

/// What the views show and do.
@MainActor final class SampleModel {
  func restore() async -> User? {
    do { return try await Auth.auth().restore() } catch {
      // The storage is locked: the person is still signed in, look again at the next activation.
      return nil
    }
  }

  func signIn(_ result: Result<AppleCredential, AppleSignInError>) async -> (user: User?, message: String?) {
    switch result {
    case .failure(let error): return (nil, error.isCancellation ? nil : error.sentence(in: .current))
    case .success(let credential):
      do { return (try await Auth.auth().signIn(with: AuthCredential(credential)).user, nil) } catch {
        return (nil, error.errorDescription)
      }
    }
  }

  func signOut() async -> String? {
    do {
      try await Auth.auth().signOut()
      return nil
    } catch { return error.errorDescription }
  }

  func delete(_ user: User) async -> String? {
    do {
      try await user.deleteAccount()
      return nil
    } catch { return error.code == .canceled ? nil : error.errorDescription }
  }
}
