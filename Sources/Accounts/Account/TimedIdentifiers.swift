package import BramleyCrypto
import Synchronization

/// Identifiers that grow with time, so that a store's inserts fill pages one after the other.
package final class TimedIdentifiers: IdentifierSource {
  /// Microseconds between 1970 and 2020, which session numbers count from.
  private static let sessionEpoch: Int64 = 1_577_836_800_000_000
  private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  private let microseconds: @Sendable () -> Int64
  private let random: any RandomSource
  private let last = Mutex<Int64>(0)

  /// Identifiers by a clock of microseconds since 1970.
  package init(random: any RandomSource, microseconds: @escaping @Sendable () -> Int64) {
    self.random = random
    self.microseconds = microseconds
  }

  /// Never the same twice in this process, also when the clock stands or goes back.
  private func next() -> Int64 {
    let now = max(0, microseconds())
    return last.withLock { last in
      last = max(last &+ 1, now)
      return last
    }
  }

  /// 9 digits of microseconds in base 62 (good for 400 years), then 19 random ones: 113 bits.
  package func accountID() -> Account.ID {
    var rest = next()
    var prefix: [UInt8] = []
    for _ in 0..<9 {
      prefix.append(Self.alphabet[Int(rest % 62)])
      rest /= 62
    }
    return Account.ID(unchecked: String(decoding: prefix.reversed() + unbiased(19), as: UTF8.self))
  }

  /// 51 bits of microseconds since 2020, 11 random bits against a second process in the same microsecond.
  package func sessionID() -> Session.ID {
    let time = max(1, next() - Self.sessionEpoch) & ((1 << 51) - 1)
    let noise = random.bytes(2).reduce(Int64(0)) { $0 << 8 | Int64($1) } & 0x7FF
    return Session.ID(number: time << 11 | noise)
  }

  private func unbiased(_ count: Int) -> [UInt8] {
    var digits: [UInt8] = []
    while digits.count < count {
      // 248 is the greatest multiple of 62 in a byte; what lies above would favour the first letters.
      for byte in random.bytes(count * 2) where byte < 248 && digits.count < count {
        digits.append(Self.alphabet[Int(byte) % 62])
      }
    }
    return digits
  }
}
