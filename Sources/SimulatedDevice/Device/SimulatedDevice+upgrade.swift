public import AuthenticationServices
import Foundation

extension SimulatedDevice {
  /// Makes the principal object of the app's extension for one request.
  public typealias UpgradeExtension =
    @MainActor @Sendable () -> ASAccountAuthenticationModificationViewController

  /// How long the system waits for an extension that shows nothing.
  public static let upgradeTimeLimit = Duration.seconds(10)

  /// The app's extension that changes how saved accounts sign in; nil: the app has none.
  public var upgradeExtension: UpgradeExtension? {
    get { read(\.upgradeExtension) }
    set { change { $0.upgradeExtension = newValue } }
  }

  /// Upgrades a saved account as the person can in Settings: the extension gets the saved password, and no
  /// user info.
  ///
  /// - Throws: An error of `ASExtensionErrorDomain`; `credentialIdentityNotFound` for what is not saved.
  public func upgradeFromSettings(_ user: String, domain: String) async throws {
    let saved = savedPasswords.first { $0.user == user }
    let modification = AccountModification(
      .signInWithApple, user: user,
      service: ASCredentialServiceIdentifier(identifier: domain, type: .domain),
      userInfo: AccountModification.UserInfo(nil), hasWindow: true)
    _ = try await perform(modification, password: saved?.password ?? "")
  }

  /// What SwiftUI's environment hands a view for its requests.
  @MainActor public var authorizationController: AuthorizationController {
    AuthorizationController(service: self)
  }

  /// What SwiftUI's environment hands a view for pages.
  @MainActor public var webAuthenticationSession: WebAuthenticationSession {
    WebAuthenticationSession(service: self)
  }

  package func modify(
    _ modification: AccountModification,
    completion: @escaping @Sendable (Result<AccountModification.UserInfo, any Error>) -> Void
  ) {
    Task {
      do {
        // An app has no saved password to hand over: its extension gets an empty one.
        completion(.success(try await perform(modification, password: "")))
      } catch { completion(.failure(error)) }
    }
  }

  /// Asks the extension without showing it, and once more shown if it wants to be.
  private func perform(
    _ modification: AccountModification, password: String
  ) async throws -> AccountModification.UserInfo {
    if let failure = upgradeFailure { throw failure }
    guard savedPasswords.contains(where: { $0.user == modification.user }) else {
      throw ASExtensionError(.credentialIdentityNotFound)
    }
    guard let make = upgradeExtension, modification.hasWindow, hasWindow else {
      throw ASExtensionError(.failed)
    }
    let credential = ASPasswordCredential(user: modification.user, password: password)
    let quiet = ExtensionRun(self, modification, credential, isShown: false)
    var end = await quiet.run(make)
    if quiet.wantsToBeShown(after: end) {
      end = await ExtensionRun(self, modification, credential, isShown: true).run(make)
    }
    switch end {
    case .canceled(let error): throw error
    case .upgraded(let userInfo):
      // The system deletes the password once the account signs in with Apple.
      change { $0.savedPasswords.removeAll { $0.user == modification.user } }
      return userInfo
    case .changedPassword(let new, let userInfo):
      change {
        $0.savedPasswords.removeAll { $0.user == modification.user }
        $0.savedPasswords.append(SavedPassword(user: new.user, password: new.password))
      }
      return userInfo
    }
  }
}
