#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Tells the time and waits; a parameter, so that no test has to wait.
public protocol AppleClientClock: Sendable {
  /// The instant now.
  func now() -> Date

  /// Waits.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func sleep(for duration: Duration) async throws
}

/// The system's clock.
public struct AppleSystemClock: AppleClientClock {
  /// The system's clock.
  public init() {}

  /// The instant now.
  public func now() -> Date { Date() }

  /// Waits by the monotonic clock, so a clock that is set meanwhile changes nothing.
  public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}

extension Duration {
  /// The length in seconds.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
