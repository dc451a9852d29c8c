import AuthenticationServices
import Foundation

/// One open sheet: many may wait for it, each gets one result, and the first result counts.
@MainActor final class AuthorizationRun: NSObject {
  /// What the sheet is for; only equal ones can be joined.
  enum Kind: Hashable {
    case signIn
    case existingAccount(quietly: Bool)
  }

  typealias Outcome = Result<ExistingAccount?, AppleSignInError>

  let kind: Kind
  let configuration: SignInConfiguration
  var whenDone: () -> Void = {}
  private let controller: ASAuthorizationController
  private let reading: CredentialReading
  private var waiters: [UUID: CheckedContinuation<Outcome, Never>] = [:]
  private var outcome: Outcome?
  private var hasAnswer = false
  private var timer: Task<Void, Never>?

  init(
    kind: Kind, requests: [ASAuthorizationRequest], configuration: SignInConfiguration,
    reading: CredentialReading
  ) {
    self.kind = kind
    self.configuration = configuration
    self.reading = reading
    controller = ASAuthorizationController(authorizationRequests: requests)
    super.init()
  }

  func start() {
    controller.delegate = self
    SystemPlatform.prepare(controller, for: self)
    startTimer()
    SystemPlatform.perform(controller, quietly: kind == .existingAccount(quietly: true))
  }

  /// Waits for the result; the sheet closes when the last one who waits is cancelled.
  func result() async -> Outcome {
    if let outcome { return outcome }
    let id = UUID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: .failure(AppleSignInError(.taskCanceled)))
          closeIfUnattended()
        } else if let outcome {
          continuation.resume(returning: outcome)
        } else {
          waiters[id] = continuation
        }
      }
    } onCancel: {
      Task { @MainActor in self.giveUp(id) }
    }
  }

  /// Closes the sheet; everyone who waits gets a cancellation.
  func cancel() { end(.failure(AppleSignInError(.canceled)), closesSheet: true) }

  private func giveUp(_ waiter: UUID) {
    guard let continuation = waiters.removeValue(forKey: waiter) else { return }
    continuation.resume(returning: .failure(AppleSignInError(.taskCanceled)))
    closeIfUnattended()
  }

  private func closeIfUnattended() {
    if waiters.isEmpty { end(.failure(AppleSignInError(.taskCanceled)), closesSheet: true) }
  }

  private func startTimer() {
    let (limit, clock) = (configuration.timeLimit, configuration.clock)
    timer = Task { [weak self] in
      do { try await clock.sleep(for: limit) } catch { return }
      self?.end(.failure(AppleSignInError(.timedOut)), closesSheet: true)
    }
  }

  private func end(_ result: Outcome, closesSheet: Bool) {
    guard outcome == nil else { return }
    outcome = result
    timer?.cancel()
    if closesSheet { SystemPlatform.cancel(controller) }
    let waiting = waiters
    waiters = [:]
    for continuation in waiting.values { continuation.resume(returning: result) }
    whenDone()
  }

  /// The system said nothing is saved, or that it would have to show something.
  private func isNothingSaved(_ error: AppleSignInError) -> Bool {
    kind == .existingAccount(quietly: true) && (error.code == .canceled || error.code == .notInteractive)
  }
}

extension AuthorizationRun: ASAuthorizationControllerDelegate {
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
  ) {
    // The first answer counts; another one must not be checked against the same nonce again.
    guard outcome == nil, !hasAnswer else { return }
    hasAnswer = true
    Task {
      do throws(AppleSignInError) {
        end(.success(try await reading.account(authorization)), closesSheet: false)
      } catch {
        end(.failure(error), closesSheet: false)
      }
    }
  }

  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error
  ) {
    guard outcome == nil, !hasAnswer else { return }
    hasAnswer = true
    let failure = AppleSignInError(system: error)
    end(isNothingSaved(failure) ? .success(nil) : .failure(failure), closesSheet: false)
  }
}
