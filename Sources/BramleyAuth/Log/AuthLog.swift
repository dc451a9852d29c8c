import Foundation

/// One line of the library's log; it never holds a token, code, address or name.
public struct AuthLogEntry: Sendable, Equatable {
  /// What happened.
  public enum Event: String, Sendable {
    /// A request was answered.
    case answered
    /// A request got no answer.
    case unanswered
    /// A session began, or another took its place.
    case sessionBegan
    /// A session ended on this device.
    case sessionEnded
    /// The storage did not do as asked.
    case storageFailed
    /// A step of a deletion was taken.
    case deletionStep
  }

  /// What happened.
  public let event: Event
  /// What it happened to: a path without its query, a step, a reason.
  public let subject: String
  /// The HTTP status.
  public var status: Int?
  /// The constant of the wire, or the code of the error.
  public var constant: String?
  /// The identifier under which the service logged the request.
  public var traceID: String?
  /// The identifier that this device gave the request.
  public var requestID: String?

  init(_ event: Event, _ subject: String) {
    self.event = event
    self.subject = subject
  }
}

extension AuthLogEntry: CustomStringConvertible {
  /// One line.
  public var description: String {
    let parts = [
      event.rawValue, subject, status.map { "status=\($0)" }, constant.map { "constant=\($0)" },
      traceID.map { "trace=\($0)" }, requestID.map { "request=\($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}
