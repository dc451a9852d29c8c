#if canImport(COpenSSL)
  /// The configured master keys: the current one makes new values, the others open old ones.
  public struct MasterKeyRing: Sendable {
    /// The key for new values.
    public let current: MasterKey
    /// Every key, the current one first.
    public let all: [MasterKey]

    /// Puts keys together.
    ///
    /// - Throws: ``CryptoError`` `invalid_key` when two keys bear the same id.
    public init(current: MasterKey, previous: [MasterKey] = []) throws(CryptoError) {
      self.current = current
      all = [current] + previous
      guard Set(all.map(\.id)).count == all.count else {
        throw CryptoError(.invalidKey, "Two sealing keys bear the same id; give each an id of its own.")
      }
    }
  }
#endif
