import Foundation

/// Says whether and when a failed call is tried again.
struct RetryRule: Sendable {
  /// Tries in all.
  static let attempts = 3
  /// A service that asks for more patience is reported instead.
  static let longestWait = Duration.seconds(10)

  /// How long to wait before the next try; nil: report the failure.
  ///
  /// - Parameter attempt: How many tries have failed, from 1.
  static func wait(after failure: AuthError, attempt: Int, mayRepeat: Bool) -> Duration? {
    guard attempt < attempts else { return nil }
    switch failure.code {
    case .unavailable, .tooManyRequests:
      // The service refused before it did anything: every call may be repeated.
      guard let wait = failure.retryAfter ?? (failure.code == .unavailable ? pause(attempt) : nil),
        wait <= longestWait
      else { return nil }
      return wait
    case .networkError, .timedOut: return mayRepeat ? pause(attempt) : nil
    default: return nil
    }
  }

  private static func pause(_ attempt: Int) -> Duration { .milliseconds(400 << attempt) }
}
