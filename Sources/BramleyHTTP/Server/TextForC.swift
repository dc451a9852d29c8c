/// A text that C reads as long as this object lives, wiped at its end since it may be a private key.
///
/// `@unchecked Sendable`: nobody writes between the initializer and the end.
final class TextForC: @unchecked Sendable {
  /// The bytes and a NUL behind them.
  let pointer: UnsafePointer<CChar>
  private let storage: UnsafeMutablePointer<CChar>
  private let size: Int

  init(_ bytes: some Collection<UInt8>) {
    size = bytes.count + 1
    storage = .allocate(capacity: size)
    storage.initialize(repeating: 0, count: size)
    for (index, byte) in bytes.enumerated() { storage[index] = CChar(bitPattern: byte) }
    pointer = UnsafePointer(storage)
  }

  deinit {
    storage.update(repeating: 0, count: size)
    storage.deallocate()
  }
}
