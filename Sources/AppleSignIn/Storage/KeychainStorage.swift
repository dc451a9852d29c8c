#if canImport(Security)
  public import Foundation
  import Security

  /// The keychain: generic passwords, readable from the first unlock, on this device only, never synchronised.
  public actor KeychainStorage: SecureStorage {
    private let service: String
    private let accessGroup: String?
    private let usesDataProtection: Bool

    /// The items of one service.
    ///
    /// The service is a namespace, by default the bundle's identifier; an access group shares the items among
    /// apps of one team; data protection on macOS means the store of iOS and wants a signed, entitled app.
    public init(service: String? = nil, accessGroup: String? = nil, usesDataProtection: Bool = true) {
      self.service = service ?? Bundle.main.bundleIdentifier ?? "bramley"
      self.accessGroup = accessGroup
      self.usesDataProtection = usesDataProtection
    }

    /// Stores an item.
    public func store(_ item: Data, for key: StorageKey) throws {
      let values = [kSecValueData as String: item]
      let status = SecItemUpdate(query(key) as CFDictionary, values as CFDictionary)
      guard status == errSecItemNotFound else { return try KeychainStatus.check(status) }
      var new = query(key)
      new[kSecValueData as String] = item
      new[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      try KeychainStatus.check(SecItemAdd(new as CFDictionary, nil))
    }

    /// Reads an item.
    public func retrieve(_ key: StorageKey) throws -> Data? {
      var search = query(key)
      search[kSecReturnData as String] = true
      search[kSecMatchLimit as String] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = SecItemCopyMatching(search as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      try KeychainStatus.check(status)
      return found as? Data
    }

    /// Removes an item.
    public func remove(_ key: StorageKey) throws {
      let status = SecItemDelete(query(key) as CFDictionary)
      if status != errSecItemNotFound { try KeychainStatus.check(status) }
    }

    /// Changes an item.
    public func change(_ key: StorageKey, _ body: @Sendable (Data?) throws -> Data?) throws {
      if let item = try body(try retrieve(key)) { try store(item, for: key) } else { try remove(key) }
    }

    private func query(_ key: StorageKey) -> [String: Any] {
      KeychainStatus.query(service, key, accessGroup, usesDataProtection)
    }
  }
#endif
