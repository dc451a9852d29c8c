import BramleyAuth
import Foundation

/// The real transport, with a network that fails where a test says so.
final class FlakyTransport: HTTPTransport, @unchecked Sendable {  // state guarded by lock
  enum Fault: Sendable {
    /// The request does not arrive.
    case lostRequest
    /// The work is done, the answer does not arrive.
    case lostAnswer
  }

  private let real = URLSessionTransport()
  private let lock = NSLock()
  private var faults: [(path: String, fault: Fault)] = []
  private var sent: [String] = []

  var paths: [String] { lock.withLock { sent } }

  func fail(_ path: String, _ fault: Fault, times: Int = 1) {
    lock.withLock { faults += Array(repeating: (path, fault), count: times) }
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let fault = lock.withLock {
      sent.append(request.url.path)
      let index = faults.firstIndex { request.url.path.hasSuffix($0.path) }
      return index.map { faults.remove(at: $0).fault }
    }
    if case .lostRequest? = fault { throw URLError(.notConnectedToInternet) }
    let answer = try await real.send(request)
    if case .lostAnswer? = fault { throw URLError(.networkConnectionLost) }
    return answer
  }
}
