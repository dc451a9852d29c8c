public import Foundation

/// Opens a page for a view and waits until it leads back to the app.
///
/// On Apple's systems SwiftUI's environment hands it out; here the simulated device does.
@MainActor public struct WebAuthenticationSession: Sendable {
  /// Which cookies the page sees.
  public struct BrowserSession: Sendable, Hashable {
    private let isEphemeral: Bool
    /// None of the browser's, and none that stay.
    public static let ephemeral = BrowserSession(isEphemeral: true)
    /// The browser's.
    public static let shared = BrowserSession(isEphemeral: false)
  }

  private let service: any AuthorizationService

  package init(service: any AuthorizationService) { self.service = service }

  /// Opens a page and waits for an address that the callback matches.
  ///
  /// - Throws: An error of `ASWebAuthenticationSessionErrorDomain`.
  public func authenticate(
    using url: URL, callback: ASWebAuthenticationSession.Callback,
    preferredBrowserSession: BrowserSession? = nil, additionalHeaderFields: [String: String]
  ) async throws -> URL {
    try await run(preferredBrowserSession) {
      let session = ASWebAuthenticationSession(url: url, callback: callback, completionHandler: $0)
      session.additionalHeaderFields = additionalHeaderFields
      return session
    }
  }

  /// Opens a page and waits for an address of the app's own scheme.
  public func authenticate(
    using url: URL, callbackURLScheme: String, preferredBrowserSession: BrowserSession? = nil
  ) async throws -> URL {
    try await run(preferredBrowserSession) {
      ASWebAuthenticationSession(
        url: url, callbackURLScheme: callbackURLScheme, completionHandler: $0)
    }
  }

  private func run(
    _ browser: BrowserSession?,
    _ make: (@escaping ASWebAuthenticationSession.CompletionHandler) -> ASWebAuthenticationSession
  ) async throws -> URL {
    let window = Window()
    defer { withExtendedLifetime(window) {} }
    return try await withCheckedThrowingContinuation { continuation in
      let session = AuthorizationSystem.$taskService.withValue(service) {
        make { url, error in
          if let url {
            continuation.resume(returning: url)
          } else {
            continuation.resume(throwing: error ?? ASWebAuthenticationSessionError(.canceledLogin))
          }
        }
      }
      session.prefersEphemeralWebBrowserSession = browser == .ephemeral
      session.presentationContextProvider = window
      if !session.start() {
        continuation.resume(throwing: ASWebAuthenticationSessionError(.presentationContextInvalid))
      }
    }
  }

  /// The view's window.
  private final class Window: NSObject, ASWebAuthenticationPresentationContextProviding {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
      ASPresentationAnchor()
    }
  }
}
