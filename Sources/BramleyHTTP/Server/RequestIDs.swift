import Synchronization

/// Identifiers for requests: unique in all likelihood across processes, in order within one, not secret.
final class RequestIDs: Sendable {
  private let prefix: String
  private let counter = Atomic<UInt64>(0)

  init() {
    let random = UInt64.random(in: .min ... .max)
    prefix = RequestIDs.hex(random) + "-"
  }

  /// The next identifier.
  func next() -> String {
    prefix + String(counter.add(1, ordering: .relaxed).newValue, radix: 16)
  }

  private static func hex(_ value: UInt64) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
