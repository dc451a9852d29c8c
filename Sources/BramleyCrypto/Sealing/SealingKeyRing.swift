#if canImport(COpenSSL)
  /// Sealing keys by id: new values are sealed under the current one, old ones still open.
  ///
  /// A value is version (1) ‖ length of the id ‖ id ‖ sealed value; the prefix is authenticated too.
  public struct SealingKeyRing: Sendable {
    private static let version: UInt8 = 1

    /// The id of the key for new values.
    public let currentID: String
    private let current: SealingKey
    private let keys: [String: SealingKey]

    /// Derives the keys of one purpose from a ring of master keys.
    public init(_ masters: MasterKeyRing, purpose: String) throws(CryptoError) {
      var keys: [String: SealingKey] = [:]
      for master in masters.all { keys[master.id] = try SealingKey(master.derive(purpose: purpose)) }
      currentID = masters.current.id
      current = try SealingKey(masters.current.derive(purpose: purpose))
      self.keys = keys
    }

    /// Seals a value under the current key.
    ///
    /// - Parameters:
    ///   - plaintext: The value.
    ///   - binding: What the value belongs to; opening needs the same.
    ///   - random: Where the nonce comes from.
    public func seal(
      _ plaintext: [UInt8], binding: [UInt8], random: some RandomSource = SystemRandomSource()
    ) throws(CryptoError) -> [UInt8] {
      let prefix = [Self.version, UInt8(truncatingIfNeeded: currentID.utf8.count)] + Array(currentID.utf8)
      return prefix + (try current.seal(plaintext, binding: prefix + binding, random: random))
    }

    /// Opens a value under the key that its prefix names.
    ///
    /// - Throws: ``CryptoError`` `seal_broken` for a value that is not one of ours, `unknown_key_id` when
    ///   its key is not in the ring.
    public func open(_ sealed: [UInt8], binding: [UInt8]) throws(CryptoError) -> [UInt8] {
      let (id, prefixCount) = try Self.prefix(of: sealed)
      guard let key = keys[id] else {
        throw CryptoError(
          .unknownKeyID, "The value was sealed with a key that is not configured; add it beside the current.")
      }
      return try key.open(
        Array(sealed[prefixCount...]), binding: Array(sealed[..<prefixCount]) + binding)
    }

    /// Tells under which key a value was sealed, so that a rotation can find what is left to reseal.
    public static func keyID(of sealed: [UInt8]) throws(CryptoError) -> String {
      try prefix(of: sealed).id
    }

    private static func prefix(of sealed: [UInt8]) throws(CryptoError) -> (id: String, count: Int) {
      guard sealed.count > 2, sealed[0] == version, sealed.count >= 2 + Int(sealed[1]),
        let id = String(validating: sealed[2..<(2 + Int(sealed[1]))], as: UTF8.self)
      else { throw CryptoError(.sealBroken, "The value is not one that this service sealed.") }
      return (id, 2 + Int(sealed[1]))
    }
  }
#endif
