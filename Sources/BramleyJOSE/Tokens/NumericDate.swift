#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A point in time in a token: seconds since 1970-01-01T00:00:00Z, fraction allowed.
///
/// Values outside the years 0 to 9999 are refused when read, so arithmetic and conversions never overflow.
///
/// - Standard: RFC 7519 §2.
public struct NumericDate: Sendable, Hashable, Comparable {
  private static let accepted = -62_167_219_200.0...253_402_300_799.0

  /// Seconds since 1970.
  public let secondsSince1970: Double

  /// Takes seconds, or gives `nil` outside the years 0 to 9999.
  public init?(secondsSince1970: Double) {
    guard Self.accepted.contains(secondsSince1970) else { return nil }
    self.secondsSince1970 = secondsSince1970
  }

  /// Takes an instant and drops its fraction, as tokens are written in whole seconds.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    secondsSince1970 = min(max(seconds, Self.accepted.lowerBound), Self.accepted.upperBound)
  }

  /// The instant.
  public var date: Date { Date(timeIntervalSince1970: secondsSince1970) }

  /// The seconds without their fraction.
  public var wholeSeconds: Int64 { Int64(secondsSince1970.rounded(.down)) }

  /// Whether one comes before the other.
  public static func < (left: NumericDate, right: NumericDate) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }
}

extension NumericDate: Codable {
  /// Reads a JSON number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = NumericDate(secondsSince1970: try container.decode(Double.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "The time is out of range.")
    }
    self = date
  }

  /// Writes whole seconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wholeSeconds)
  }
}
