#if canImport(COpenSSL)
  /// HMAC keys by id: new codes are made with the current one, old ones stay checkable.
  public struct HMACKeyRing: Sendable {
    /// The id of the key that makes new codes.
    public let currentID: String
    /// The key that makes new codes.
    public let current: HMACKey
    private let keys: [String: HMACKey]

    /// Derives the keys of one purpose from a ring of master keys.
    public init(_ masters: MasterKeyRing, purpose: String) throws(CryptoError) {
      var keys: [String: HMACKey] = [:]
      for master in masters.all { keys[master.id] = try HMACKey(master.derive(purpose: purpose)) }
      currentID = masters.current.id
      current = try HMACKey(masters.current.derive(purpose: purpose))
      self.keys = keys
    }

    /// Finds a key by its id.
    public func key(_ id: String) -> HMACKey? { keys[id] }
  }
#endif
