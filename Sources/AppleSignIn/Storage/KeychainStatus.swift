#if canImport(Security)
  import Foundation
  import Security

  /// What the keychain answers, in our terms.
  enum KeychainStatus {
    static func check(_ status: OSStatus) throws {
      switch status {
      case errSecSuccess: return
      // Before the first unlock after a restart, also when the system launches the app ahead of time.
      case errSecInteractionNotAllowed, errSecNotAvailable, errSecAuthFailed:
        throw StorageError(.locked, "The keychain cannot be read now (\(status)).")
      case errSecMissingEntitlement:
        throw StorageError(
          .notEntitled, "Sign the app, or use KeychainStorage(usesDataProtection: false) on macOS.")
      case errSecDecode: throw StorageError(.damaged, "The item cannot be decoded.")
      default: throw StorageError(.unavailable, "The keychain answered \(status).")
      }
    }

    static func query(
      _ service: String, _ key: StorageKey, _ accessGroup: String?, _ usesDataProtection: Bool
    ) -> [String: Any] {
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        kSecAttrAccount as String: key.rawValue, kSecAttrSynchronizable as String: false,
      ]
      // Without it macOS asks the person and keeps a second store.
      if usesDataProtection { query[kSecUseDataProtectionKeychain as String] = true }
      if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
      return query
    }
  }
#endif
