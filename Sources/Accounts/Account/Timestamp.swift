/// An instant in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Stores keep exactly this; a `Date` would lose the last digits on the way through a `Double`.
package struct Timestamp: Hashable, Sendable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var milliseconds: Int64

  /// The instant that many milliseconds after the epoch.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The instant that many whole seconds after the epoch; beyond the range of 64 bits the farthest instant.
  package init(seconds: Int64) {
    let product = seconds.multipliedReportingOverflow(by: 1000)
    milliseconds = product.overflow ? (seconds < 0 ? .min : .max) : product.partialValue
  }

  /// Whole seconds since the epoch, rounded down: the resolution of JSON Web Tokens here.
  package var seconds: Int64 {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The instant later by a duration; stops at the ends of the range.
  package static func + (left: Timestamp, right: Duration) -> Timestamp {
    let sum = left.milliseconds.addingReportingOverflow(right.wholeMilliseconds)
    guard sum.overflow else { return Timestamp(milliseconds: sum.partialValue) }
    return Timestamp(milliseconds: right < .zero ? .min : .max)
  }

  /// The instant earlier by a duration; stops at the ends of the range.
  package static func - (left: Timestamp, right: Duration) -> Timestamp { left + (.zero - right) }

  /// The time from one instant to another.
  package static func - (left: Timestamp, right: Timestamp) -> Duration {
    let difference = left.milliseconds.subtractingReportingOverflow(right.milliseconds)
    return .milliseconds(difference.overflow ? (left < right ? .min : .max) : difference.partialValue)
  }
}

extension Duration {
  /// The duration in whole milliseconds, cut towards zero and to the range of 64 bits.
  package var wholeMilliseconds: Int64 {
    let parts = components
    let milliseconds = parts.seconds.multipliedReportingOverflow(by: 1000)
    guard !milliseconds.overflow else { return parts.seconds < 0 ? .min : .max }
    return milliseconds.partialValue &+ parts.attoseconds / 1_000_000_000_000_000
  }
}
