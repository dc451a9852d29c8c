#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The operating system's random source.
public struct SystemRandomSource: RandomSource {
  /// Makes the source; it holds no state.
  public init() {}

  /// Gives bytes that nobody can guess.
  public func bytes(_ count: Int) -> [UInt8] {
    #if canImport(Glibc) || canImport(Musl)
      return [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, filled in
        while filled < count {
          // getentropy gives at most 256 bytes a call.
          let part = min(256, count - filled)
          guard let base = buffer.baseAddress, getentropy(base + filled, part) == 0 else {
            preconditionFailure("getentropy fails only on kernels without it, where nothing here is safe.")
          }
          filled += part
        }
      }
    #else
      var generator = SystemRandomNumberGenerator()
      return (0..<max(count, 0)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    #endif
  }
}
