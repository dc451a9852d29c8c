import BramleyCrypto

/// The key of a row that exists at most once: its expiry in front of 16 bytes of SHA-256.
///
/// Expiry first makes the keys grow with time, so that inserts fill pages one after the other, and makes
/// purging the deletion of one range.
package struct OneTimeKey: Hashable, Sendable, Comparable {
  /// 4 bytes of expiry in seconds, big endian, then 16 bytes of hash.
  package let bytes: [UInt8]

  /// The key of what hashes to `digest` and may be forgotten after `expiry`.
  package init(expiry: Timestamp, digest: [UInt8]) {
    bytes = Self.prefix(expiry) + digest.prefix(16)
  }

  /// The first 4 bytes of all keys that expire in that second.
  package static func prefix(_ expiry: Timestamp) -> [UInt8] {
    let seconds = UInt32(clamping: expiry.seconds)
    return [
      UInt8(truncatingIfNeeded: seconds >> 24), UInt8(truncatingIfNeeded: seconds >> 16),
      UInt8(truncatingIfNeeded: seconds >> 8), UInt8(truncatingIfNeeded: seconds),
    ]
  }

  /// The second after which the row may be forgotten.
  package var expiry: Timestamp {
    Timestamp(seconds: Int64(bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }))
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
