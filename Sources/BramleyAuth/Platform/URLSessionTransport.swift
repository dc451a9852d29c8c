import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The system's URL loading, without cookies, cache or redirects.
public final class URLSessionTransport: HTTPTransport {
  /// An answer of the service is never larger.
  private static let bodyLimit = 4 << 20
  private let session: URLSession
  private let noRedirects = NoRedirects()

  /// A transport with a session of its own.
  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.httpShouldSetCookies = false
    session = URLSession(configuration: configuration, delegate: noRedirects, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    var outgoing = URLRequest(url: request.url)
    outgoing.httpMethod = request.method
    outgoing.httpBody = request.body
    outgoing.timeoutInterval = TimeInterval(request.timeout.components.seconds)
    for (name, value) in request.headers { outgoing.setValue(value, forHTTPHeaderField: name) }
    let (body, response) = try await session.data(for: outgoing)
    guard let answer = response as? HTTPURLResponse, body.count <= Self.bodyLimit else {
      throw URLError(.badServerResponse)
    }
    var headers: [String: String] = [:]
    for case (let name as String, let value as String) in answer.allHeaderFields {
      headers[name.lowercased()] = value
    }
    return TransportResponse(status: answer.statusCode, headers: headers, body: body)
  }
}

/// Follows no redirect: a request with a token goes where it was sent and nowhere else.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }
}
