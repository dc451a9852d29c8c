import BramleyCrypto

/// What tells whether two tables hold the same rows: their number, and a hash over all of them in the order of
/// the key.
package struct TableDigest: Sendable, Hashable {
  package private(set) var count = 0
  private(set) var hash = [UInt8](repeating: 0, count: 32)

  /// Takes the next rows.
  mutating func add(_ batch: RowBatch) {
    for index in 0..<batch.count { hash = SHA256.digest(hash + batch[index]).bytes }
    count += batch.count
  }

  /// The hash in hexadecimal.
  package var text: String { Hex.encode(hash) }
}
