package import Foundation

/// Where the stand-in finds the device that it plays on; the control side sets it.
package enum AuthorizationSystem {
  /// The device of the running task and of those that it starts.
  @TaskLocal package static var taskService: (any AuthorizationService)?

  /// The device of the whole process, used where a task names none.
  package static var processService: (any AuthorizationService)? {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  static var service: (any AuthorizationService)? { taskService ?? processService }

  /// What the framework answers without a device.
  static var missing: NSError {
    NSError(
      domain: ASAuthorizationErrorDomain, code: ASAuthorizationError.Code.unknown.rawValue,
      userInfo: [NSLocalizedFailureReasonErrorKey: "No simulated device is installed."])
  }

  /// What the framework answers when the app closes the sheet before it is there.
  static var canceled: NSError {
    NSError(domain: ASAuthorizationErrorDomain, code: ASAuthorizationError.Code.canceled.rawValue)
  }

  private static let lock = NSLock()
  private nonisolated(unsafe) static var stored: (any AuthorizationService)?  // guarded by lock
}

/// The part of the operating system behind the framework.
package protocol AuthorizationService: Sendable {
  /// Begins an attempt; `answer` may be called at any time, never, or more than once.
  func begin(_ attempt: AuthorizationAttempt, answer: @escaping @Sendable (AuthorizationAnswer) -> Void)
  /// Closes the sheet of an attempt, if one is open.
  func cancel(_ attempt: AuthorizationAttempt.ID)
  /// Tells how an earlier sign-in stands; an error may accompany any state.
  func credentialState(
    forUserID userID: String,
    completion: @escaping @Sendable (ASAuthorizationAppleIDProvider.CredentialState, (any Error)?) -> Void)
  /// Runs a request to change how a saved account signs in, through the app's extension.
  func modify(
    _ modification: AccountModification,
    completion: @escaping @Sendable (Result<AccountModification.UserInfo, any Error>) -> Void)
  /// Opens a page and waits until it leads to an address that `isCallback` accepts.
  func browse(
    _ session: AuthorizationAttempt.ID, to url: URL, isCallback: @escaping @Sendable (URL) -> Bool,
    completion: @escaping @Sendable (Result<URL, any Error>) -> Void)
}

/// One run of a controller's requests.
package struct AuthorizationAttempt: Sendable, Identifiable {
  /// How the requests are run.
  package enum Manner: Sendable {
    case requests
    case autoFill
  }

  package let id: UUID
  package let requests: [ASAuthorizationRequest]
  package let options: ASAuthorizationController.RequestOptions
  package let manner: Manner
  package var customMethods: [ASAuthorizationCustomMethod] = []
  package var hasWindow = false

  package init(
    id: UUID, requests: [ASAuthorizationRequest], options: ASAuthorizationController.RequestOptions = [],
    manner: Manner = .requests, customMethods: [ASAuthorizationCustomMethod] = [], hasWindow: Bool = false
  ) {
    self.id = id
    self.requests = requests
    self.options = options
    self.manner = manner
    self.customMethods = customMethods
    self.hasWindow = hasWindow
  }
}

/// How an attempt ended.
package enum AuthorizationAnswer: Sendable {
  case authorization(ASAuthorization)
  case customMethod(ASAuthorizationCustomMethod)
  case failure(NSError)
}
