#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The three times of a token, judged at a given instant.
///
/// - Standard: RFC 7519 §4.1.4 to §4.1.6.
public struct TokenTimes: Sendable {
  /// The clock differences that may be allowed.
  public static let acceptedLeeway: ClosedRange<Duration> = .zero ... .seconds(60)

  /// The instant to judge at; never read from the system clock in here.
  public let now: Date
  /// Clock difference allowed, 0–60 s; a larger one counts as 60 s.
  public let leeway: Duration

  /// Chooses instant and leeway.
  public init(now: Date, leeway: Duration) {
    self.now = now
    self.leeway = min(max(leeway, Self.acceptedLeeway.lowerBound), Self.acceptedLeeway.upperBound)
  }

  private var leewayInSeconds: Double {
    Double(leeway.components.seconds) + Double(leeway.components.attoseconds) / 1e18
  }

  /// Decides whether a token has expired: the last good instant is just before `exp + leeway`.
  ///
  /// - Throws: ``JOSEError`` `expired` with the distance in seconds.
  public func checkExpiry(_ expiry: NumericDate) throws(JOSEError) {
    let distance = now.timeIntervalSince1970 - expiry.secondsSince1970
    guard distance < leewayInSeconds else {
      throw JOSEError(.expired, "The token expired \(Self.seconds(distance)) s ago.")
    }
  }

  /// Decides whether a token may be used already.
  ///
  /// - Throws: ``JOSEError`` `not_yet_valid` with the distance in seconds.
  public func checkNotBefore(_ notBefore: NumericDate) throws(JOSEError) {
    let distance = notBefore.secondsSince1970 - now.timeIntervalSince1970
    guard distance <= leewayInSeconds else {
      throw JOSEError(.notYetValid, "The token is not valid for another \(Self.seconds(distance)) s.")
    }
  }

  /// Decides whether a token was issued in the past.
  ///
  /// Claims have whole seconds and the clock has fractions, so up to a second ahead is always allowed
  /// (FR-48).
  ///
  /// - Throws: ``JOSEError`` `issued_in_future` with the distance in seconds.
  public func checkIssuedAt(_ issuedAt: NumericDate) throws(JOSEError) {
    let distance = issuedAt.secondsSince1970 - now.timeIntervalSince1970
    guard distance <= max(leewayInSeconds, 1) else {
      throw JOSEError(
        .issuedInFuture, "The token was issued \(Self.seconds(distance)) s in the future; check the clock.")
    }
  }

  private static func seconds(_ distance: Double) -> Int64 {
    // An instant beyond any calendar must not trap here.
    Int64(min(max(distance.rounded(.up), -1e15), 1e15))
  }
}
