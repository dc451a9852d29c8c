import BramleyHTTP
import Synchronization
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The newest requests, for the console and `GET /emulator/v1/requests`.
///
/// A record is kept raw and only made readable when somebody looks, so that logging costs little.
final class RequestLog: Sendable {
  private struct Entry {
    let id: Int
    let at: Date
    let request: HTTPRequest
    let status: Int
    let error: String?
    let reason: String?
    let fault: String?
    let duration: Duration
  }

  private struct Ring {
    var entries: [Entry] = []
    var next = 0
    var count = 0
  }

  /// Requests that are kept.
  static let bound = 200
  /// Bytes of a body that are kept; a longer one shows its first parameters only.
  private static let keptBody = 16_384

  private let ring = Mutex(Ring())

  /// Notes a request.
  func note(
    _ request: HTTPRequest, status: Int, error: String?, reason: String?, fault: String?,
    duration: Duration, at: Date
  ) {
    var kept = request
    if kept.body.count > Self.keptBody { kept.body = [] }
    ring.withLock { ring in
      ring.count += 1
      let entry = Entry(
        id: ring.count, at: at, request: kept, status: status, error: error, reason: reason, fault: fault,
        duration: duration)
      if ring.entries.count < Self.bound {
        ring.entries.append(entry)
      } else {
        ring.entries[ring.next] = entry
        ring.next = (ring.next + 1) % Self.bound
      }
    }
  }

  /// The records, newest first.
  func records() -> [RequestRecord] {
    let entries = ring.withLock { $0.entries }
    return entries.sorted { $0.id > $1.id }.map { entry in
      let (seconds, attoseconds) = entry.duration.components
      return RequestRecord(
        id: entry.id, at: entry.at, method: entry.request.method.rawValue, path: entry.request.path,
        parameters: ParameterMask.parameters(of: entry.request), status: entry.status, error: entry.error,
        reason: entry.reason, fault: entry.fault,
        milliseconds: Double(seconds) * 1000 + (Double(attoseconds) / 1e14).rounded() / 10)
    }
  }

  /// Forgets everything.
  func removeAll() { ring.withLock { $0 = Ring() } }
}
