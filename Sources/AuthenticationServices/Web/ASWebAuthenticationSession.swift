public import Foundation

/// Names the window for a page.
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  /// Names the window.
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

/// Shows a page of a service until it leads back to the app.
public class ASWebAuthenticationSession: NSObject {
  /// Learns the outcome.
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  /// The address that ends a session.
  public class Callback: NSObject, @unchecked Sendable {
    private let matches: @Sendable (URL) -> Bool

    required init(_ matches: @escaping @Sendable (URL) -> Bool) {
      self.matches = matches
      super.init()
    }

    /// Any address with a scheme of the app's own.
    public class func customScheme(_ customScheme: String) -> Self {
      Self { $0.scheme?.lowercased() == customScheme.lowercased() }
    }

    /// A page of a domain that is associated with the app.
    public class func https(host: String, path: String) -> Self {
      Self { $0.scheme == "https" && $0.host == host && $0.path == path }
    }

    /// Tells whether an address ends the session.
    public func matchesURL(_ url: URL) -> Bool { matches(url) }
  }

  /// Names the window; not kept alive by the session.
  public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  /// Whether the page starts without cookies.
  public var prefersEphemeralWebBrowserSession = false
  /// Headers for the first request.
  public var additionalHeaderFields: [String: String]?
  /// Whether the session has not been started yet.
  public var canStart: Bool { !wasStarted && service != nil }

  private let url: URL
  private let callback: Callback
  private let completion: CompletionHandler
  private let service = AuthorizationSystem.service
  private let sessionID = UUID()
  private var wasStarted = false

  /// A session that ends at a callback.
  public init(
    url URL: URL, callback: ASWebAuthenticationSession.Callback,
    completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {
    url = URL
    self.callback = callback
    completion = completionHandler
    super.init()
  }

  /// A session that ends at an address of the app's own scheme; nil: at any scheme but the web's.
  ///
  /// Deprecated on Apple's systems in favour of the form with a ``Callback``.
  public convenience init(
    url URL: URL, callbackURLScheme: String?,
    completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {
    let callback =
      callbackURLScheme.map(Callback.customScheme)
      ?? Callback { !["http", "https"].contains($0.scheme?.lowercased() ?? "") }
    self.init(url: URL, callback: callback, completionHandler: completionHandler)
  }

  /// Opens the page; false if the session was started before.
  @discardableResult public func start() -> Bool {
    guard canStart, let service else { return false }
    wasStarted = true
    let running = Running(session: self)
    let callback = callback
    guard presentationContextProvider != nil else {
      let error = ASWebAuthenticationSessionError(.presentationContextNotProvided)
      Task { @MainActor in running.end(.failure(error)) }
      return true
    }
    service.browse(sessionID, to: url, isCallback: { callback.matchesURL($0) }) { result in
      Task { @MainActor in running.end(result) }
    }
    return true
  }

  /// Closes the page.
  public func cancel() {
    wasStarted = true
    service?.cancel(sessionID)
  }

  /// Keeps the session alive until its answer.
  ///
  /// Unchecked: what it holds is touched on the main actor only.
  private struct Running: @unchecked Sendable {
    let session: ASWebAuthenticationSession

    @MainActor func end(_ result: Result<URL, any Error>) {
      switch result {
      case .success(let url): session.completion(url, nil)
      case .failure(let error): session.completion(nil, error)
      }
    }
  }
}
