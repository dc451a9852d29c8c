import BramleyCrypto
public import BramleyHTTP
import Synchronization
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A stand-in for Apple's sign-in service that behaves as Apple documents and integrators observed.
///
/// It is a responder for an HTTP server of the caller's and holds no socket itself.
public final class AppleIDEmulator: Sendable {
  let core: EmulatorCore
  private let background = Mutex<Task<Void, Never>?>(nil)
  /// Answers every path of the emulated service and of the control API.
  public let responder: any HTTPResponder

  /// Prepares the service: reads what is kept, makes what is missing.
  ///
  /// One signing key is enough to begin; the rest of the set is made in the background.
  ///
  /// - Throws: ``EmulatorError`` when the key file or the data directory cannot be used.
  public init(_ configuration: Configuration) async throws {
    core = try await EmulatorOpening.open(configuration)
    responder = EmulatorResponder(core: core)
    core.keeper.loadTokens(now: configuration.now())
    try await core.keeper.save()
    core.notifier.resume()
    let core = core
    let makesKeys = configuration.signingKeys == nil
    background.withLock { task in
      task = Task.detached(priority: .background) {
        if makesKeys { await core.completeKeySet() }
        await core.keeper.sweep(now: core.now())
      }
    }
  }

  /// Tells the demo clients where the service in front of them lives.
  ///
  /// - Parameters:
  ///   - serviceOrigins: Origins by which browsers reach it, such as `http://127.0.0.1:9099`.
  ///   - callbackPaths: Paths that Apple may return to.
  ///   - notificationPath: Path that takes Apple's notifications, under the first origin.
  public func registerDemo(
    serviceOrigins: [String], callbackPaths: [String] = ["/__/auth/handler"],
    notificationPath: String = "/apple/notifications"
  ) async throws {
    try await core.seedDemo { demo in
      demo.redirectURIs = serviceOrigins.flatMap { origin in callbackPaths.map { origin + $0 } }
      demo.notificationURL = serviceOrigins.first.map { $0 + notificationPath }
    }
  }

  /// The demo team's credentials, for a service that is wired to the emulator in one process.
  public var demoCredentials: DemoCredentials? {
    core.demo.withLock { $0 }.flatMap { registry in
      (try? registry.key.pem()).map { DemoCredentials(privateKey: $0) }
    }
  }

  /// Waits until the key set is complete, which a background task sees to after the start.
  public func keySetCompletion() async { await background.withLock { $0 }?.value }

  /// Ends deliveries and background work and closes the store.
  public func stop() async {
    background.withLock { $0 }?.cancel()
    core.notifier.stop()
    await core.keeper.close()
  }
}
