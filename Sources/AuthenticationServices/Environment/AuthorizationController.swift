import Foundation

/// Runs requests for a view, whose window it knows.
///
/// On Apple's systems SwiftUI's environment hands it out; here the simulated device does.
@MainActor public struct AuthorizationController: Sendable {
  private let service: any AuthorizationService

  package init(service: any AuthorizationService) { self.service = service }

  /// Shows the sheet for a request.
  ///
  /// - Throws: An error of `ASAuthorizationErrorDomain`.
  public func performRequest(_ request: ASAuthorizationRequest) async throws -> ASAuthorizationResult {
    try await run([request]) { $0.performRequests() }
  }

  /// Shows the sheet for requests.
  public func performRequests(_ requests: [ASAuthorizationRequest]) async throws -> ASAuthorizationResult {
    try await run(requests) { $0.performRequests() }
  }

  /// Shows the sheet for a request, or none, as the options say; not on tvOS and watchOS.
  public func performRequest(
    _ request: ASAuthorizationRequest, options: ASAuthorizationController.RequestOptions
  ) async throws -> ASAuthorizationResult {
    try await run([request]) { $0.performRequests(options: options) }
  }

  /// Shows the sheet for requests, or none, as the options say; not on tvOS and watchOS.
  public func performRequests(
    _ requests: [ASAuthorizationRequest], options: ASAuthorizationController.RequestOptions
  ) async throws -> ASAuthorizationResult {
    try await run(requests) { $0.performRequests(options: options) }
  }

  /// Shows the sheet for a request and the app's own ways in; tvOS only.
  public func performRequest(
    _ request: ASAuthorizationRequest, customMethods: [ASAuthorizationCustomMethod]
  ) async throws -> ASAuthorizationResult {
    try await performRequests([request], customMethods: customMethods)
  }

  /// Shows the sheet for requests and the app's own ways in; tvOS only.
  public func performRequests(
    _ requests: [ASAuthorizationRequest], customMethods: [ASAuthorizationCustomMethod]
  ) async throws -> ASAuthorizationResult {
    try await run(requests) {
      $0.customAuthorizationMethods = customMethods
      $0.performRequests()
    }
  }

  /// Offers what is saved in the keyboard's suggestions; iOS and visionOS only.
  public func performAutoFillAssistedRequest(
    _ request: ASAuthorizationRequest
  ) async throws -> ASAuthorizationResult {
    try await run([request]) { $0.performAutoFillAssistedRequests() }
  }

  /// Offers what is saved in the keyboard's suggestions; iOS and visionOS only.
  public func performAutoFillAssistedRequests(
    _ requests: [ASAuthorizationRequest]
  ) async throws -> ASAuthorizationResult {
    try await run(requests) { $0.performAutoFillAssistedRequests() }
  }

  private func run(
    _ requests: [ASAuthorizationRequest], _ start: (ASAuthorizationController) -> Void
  ) async throws -> ASAuthorizationResult {
    let run = AuthorizationSystem.$taskService.withValue(service) { EnvironmentRun(requests) }
    return try await withTaskCancellationHandler {
      try await run.result(start)
    } onCancel: {
      Task { @MainActor in run.cancel() }
    }
  }
}

/// One run of requests for a view: the delegate, which hands over the first answer.
@MainActor
private final class EnvironmentRun: NSObject, ASAuthorizationControllerDelegate,
  ASAuthorizationControllerPresentationContextProviding
{
  private let controller: ASAuthorizationController
  private var waiting: CheckedContinuation<ASAuthorizationResult, any Error>?

  init(_ requests: [ASAuthorizationRequest]) {
    controller = ASAuthorizationController(authorizationRequests: requests)
    super.init()
    controller.delegate = self
    controller.presentationContextProvider = self
  }

  func result(_ start: (ASAuthorizationController) -> Void) async throws -> ASAuthorizationResult {
    try await withCheckedThrowingContinuation { continuation in
      waiting = continuation
      start(controller)
    }
  }

  func cancel() { controller.cancel() }

  private func end(_ result: Result<ASAuthorizationResult, any Error>) {
    waiting?.resume(with: result)
    waiting = nil
  }

  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
  ) {
    guard let result = ASAuthorizationResult(authorization.credential) else {
      return end(.failure(ASAuthorizationError(.invalidResponse)))
    }
    end(.success(result))
  }

  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error
  ) { end(.failure(error)) }

  func authorizationController(
    _ controller: ASAuthorizationController, didCompleteWithCustomMethod method: ASAuthorizationCustomMethod
  ) { end(.success(.customMethod(method))) }

  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
    ASPresentationAnchor()
  }
}
