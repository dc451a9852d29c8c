import BramleyHTTP

extension AppleIDClient {
  /// A client that brings its own connections and key cache: what a service needs that uses the library alone.
  ///
  /// - Parameters:
  ///   - credentials: The team's key; nil where tokens are verified only.
  ///   - endpoints: Apple, or an emulator. Only an emulator may stand at a private address (A39).
  ///   - storage: Where Apple's last good key set outlives the process, so that a restart while Apple is down
  ///     signs people in; nil for nowhere.
  /// - Throws: ``AppleServiceError`` `not_configured` when the system's HTTP client cannot be set up.
  public convenience init(
    credentials: AppleClientCredentials? = nil, endpoints: AppleEndpoints = .apple,
    storage: (any AppleKeySetStorage)? = nil
  ) throws(AppleServiceError) {
    let http: HTTPClient
    do throws(HTTPClientError) {
      http = try HTTPClient(endpoints == .apple ? HTTPClient.Configuration() : .development)
    } catch {
      throw AppleServiceError(.notConfigured, fault: .configuration, message: error.description)
    }
    self.init(
      endpoints: endpoints, credentials: credentials, http: http,
      keys: AppleKeySetCache(endpoints: endpoints, http: http, storage: storage))
  }
}
