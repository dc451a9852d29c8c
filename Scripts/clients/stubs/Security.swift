// The few declarations of Security that the client libraries use, with their shapes, for type-checking on Linux
// and for running what uses them.
public import Foundation

public typealias OSStatus = Int32
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFTypeRef = AnyObject

/// A keychain in memory: items are unique by access group, account and service, as Apple's are, and macOS keeps
/// two stores, told apart by the data protection flag.
public enum KeychainInMemory {
  nonisolated(unsafe) public static var items: [String: [String: Any]] = [:]
  /// What every call answers instead of working, as before the first unlock.
  nonisolated(unsafe) public static var failure: OSStatus?

  static func place(_ query: CFDictionary) -> String {
    [kSecAttrAccessGroup, kSecAttrService, kSecAttrAccount, kSecUseDataProtectionKeychain]
      .map { "\(query[$0] ?? "-")" }.joined(separator: "|")
  }
}

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  if let failure = KeychainInMemory.failure { return failure }
  let place = KeychainInMemory.place(attributes)
  guard KeychainInMemory.items[place] == nil else { return errSecDuplicateItem }
  KeychainInMemory.items[place] = attributes
  return errSecSuccess
}

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  if let failure = KeychainInMemory.failure { return failure }
  guard let item = KeychainInMemory.items[KeychainInMemory.place(query)] else { return errSecItemNotFound }
  result?.pointee = (item[kSecValueData] as? Data).map { NSData(data: $0) }
  return errSecSuccess
}

public func SecItemUpdate(_ query: CFDictionary, _ attributes: CFDictionary) -> OSStatus {
  if let failure = KeychainInMemory.failure { return failure }
  // The query says which item, not what becomes of it.
  guard query[kSecValueData] == nil else { return errSecParam }
  guard KeychainInMemory.items[KeychainInMemory.place(query)] != nil else { return errSecItemNotFound }
  KeychainInMemory.items[KeychainInMemory.place(query)]?.merge(attributes) { $1 }
  return errSecSuccess
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  if let failure = KeychainInMemory.failure { return failure }
  return KeychainInMemory.items.removeValue(forKey: KeychainInMemory.place(query)) == nil
    ? errSecItemNotFound : errSecSuccess
}

public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecAttrService: CFString = "svce"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrAccessGroup: CFString = "agrp"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public let kSecAttrSynchronizable: CFString = "sync"
public let kSecValueData: CFString = "v_Data"
public let kSecReturnData: CFString = "r_Data"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitOne: CFString = "m_LimitOne"
public let kSecUseDataProtectionKeychain: CFString = "nleg"

public let errSecSuccess: OSStatus = 0
public let errSecParam: OSStatus = -50
public let errSecDuplicateItem: OSStatus = -25299
public let errSecNotAvailable: OSStatus = -25291
public let errSecAuthFailed: OSStatus = -25293
public let errSecItemNotFound: OSStatus = -25300
public let errSecInteractionNotAllowed: OSStatus = -25308
public let errSecDecode: OSStatus = -26275
public let errSecMissingEntitlement: OSStatus = -34018
