public import Foundation

/// Runs requests and tells its delegate the outcome.
public class ASAuthorizationController: NSObject {
  /// How requests are run.
  public struct RequestOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Shows a sheet only if a credential is on the device already.
    public static var preferImmediatelyAvailableCredentials: RequestOptions { RequestOptions(rawValue: 1) }
  }

  /// The requests, in the order in which they were given.
  public let authorizationRequests: [ASAuthorizationRequest]
  /// Learns the outcome; not kept alive by the controller.
  public weak var delegate: (any ASAuthorizationControllerDelegate)?
  /// Names the window; not kept alive by the controller.
  public weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?
  /// The app's own ways in that the sheet lists too; tvOS only.
  public var customAuthorizationMethods: [ASAuthorizationCustomMethod] = []

  private let attemptID = UUID()
  private var wasCanceledEarly = false
  private var hasBegun = false
  private let service = AuthorizationSystem.service

  /// A controller for at least one request.
  public init(authorizationRequests: [ASAuthorizationRequest]) {
    self.authorizationRequests = authorizationRequests
    super.init()
  }

  /// Shows the sheet.
  public func performRequests() { start(.requests, options: []) }

  /// Shows the sheet, or none, as the options say.
  public func performRequests(options: RequestOptions = []) { start(.requests, options: options) }

  /// Offers what is saved in the keyboard's suggestions.
  public func performAutoFillAssistedRequests() { start(.autoFill, options: []) }

  /// Closes the sheet; the delegate learns of an error.
  public func cancel() {
    if hasBegun { service?.cancel(attemptID) } else { wasCanceledEarly = true }
  }

  private func start(_ manner: AuthorizationAttempt.Manner, options: RequestOptions) {
    let keptAlive = Reference(controller: self)
    let attempt = AuthorizationAttempt(
      id: attemptID, requests: authorizationRequests, options: options, manner: manner,
      customMethods: customAuthorizationMethods)
    Task { @MainActor in keptAlive.controller.begin(attempt) }
  }

  @MainActor private func begin(_ attempt: AuthorizationAttempt) {
    hasBegun = true
    guard let service, !wasCanceledEarly else {
      deliver(.failure(wasCanceledEarly ? AuthorizationSystem.canceled : AuthorizationSystem.missing))
      return
    }
    var attempt = attempt
    attempt.hasWindow = presentationContextProvider?.presentationAnchor(for: self) != nil
    let keptAlive = Reference(controller: self)
    service.begin(attempt) { answer in
      Task { @MainActor in keptAlive.controller.deliver(answer) }
    }
  }

  @MainActor private func deliver(_ answer: AuthorizationAnswer) {
    switch answer {
    case .authorization(let authorization):
      delegate?.authorizationController(controller: self, didCompleteWithAuthorization: authorization)
    case .failure(let error):
      delegate?.authorizationController(controller: self, didCompleteWithError: error)
    case .customMethod(let method):
      delegate?.authorizationController(self, didCompleteWithCustomMethod: method)
    }
  }

  /// Keeps the controller alive until its answer, as the system does.
  ///
  /// Unchecked: what it holds is touched on the main actor only.
  private struct Reference: @unchecked Sendable {
    let controller: ASAuthorizationController
  }
}
