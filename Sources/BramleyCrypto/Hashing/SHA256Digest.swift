/// A SHA-256 digest: 32 bytes held in place, so that it costs no allocation as a key of a cache.
public struct SHA256Digest: Hashable, Sendable {
  /// The digest as four big-endian words.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Takes a digest back from storage, or gives `nil` unless there are 32 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self = bytes.withUnsafeBytes { Self(unchecked: $0) }
  }

  /// Reads 32 bytes; the caller has made sure that they are there.
  init(unchecked buffer: UnsafeRawBufferPointer) {
    func word(_ index: Int) -> UInt64 {
      UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    words = (word(0), word(1), word(2), word(3))
  }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      raw.storeBytes(of: words.0.bigEndian, toByteOffset: 0, as: UInt64.self)
      raw.storeBytes(of: words.1.bigEndian, toByteOffset: 8, as: UInt64.self)
      raw.storeBytes(of: words.2.bigEndian, toByteOffset: 16, as: UInt64.self)
      raw.storeBytes(of: words.3.bigEndian, toByteOffset: 24, as: UInt64.self)
      count = 32
    }
  }

  /// The digest in lower-case hexadecimal.
  public var hex: String { Hex.encode(bytes) }

  /// Whether both digests are the same; a digest of something secret belongs in a ``Secret``.
  public static func == (left: SHA256Digest, right: SHA256Digest) -> Bool {
    left.words == right.words
  }

  /// The first sixteen bytes as two big-endian words, evenly spread: places in tables of ours.
  package var leadingWords: (UInt64, UInt64) { (words.0, words.1) }

  /// Feeds the first word.
  public func hash(into hasher: inout Hasher) {
    // A digest is evenly spread already; one word is enough to find its place.
    hasher.combine(words.0)
  }
}
