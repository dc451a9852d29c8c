// Runs the keychain storage against the keychain in memory; ends with 1 at the first thing that is wrong.
import Foundation
import Security

func expect(_ holds: Bool, _ what: String) {
  guard !holds else { return }
  print("keychain: \(what)")
  exit(1)
}

func code(_ body: () async throws -> Void) async -> StorageError.Code? {
  do {
    try await body()
    return nil
  } catch { return (error as? StorageError)?.code }
}

let storage = KeychainStorage(service: "com.example.app", accessGroup: "TEAM.shared")
let key = StorageKey("session")

// Refusals first: "cannot be read now" is not "absent", and each status has its own reason.
for (status, reason) in [
  (errSecInteractionNotAllowed, StorageError.Code.locked), (errSecNotAvailable, .locked),
  (errSecAuthFailed, .locked), (errSecMissingEntitlement, .notEntitled), (errSecDecode, .damaged),
  (errSecParam, .unavailable),
] {
  KeychainInMemory.failure = status
  expect(await code { _ = try await storage.retrieve(key) } == reason, "retrieve answers \(status) otherwise")
  expect(await code { try await storage.store(Data("x".utf8), for: key) } == reason, "store at \(status)")
  expect(await code { try await storage.remove(key) } == reason, "remove at \(status)")
  expect(await code { try await storage.change(key) { $0 } } == reason, "change at \(status)")
}
KeychainInMemory.failure = nil

expect(try await storage.retrieve(key) == nil, "an absent item is nil")
try await storage.remove(key)
try await storage.store(Data("one".utf8), for: key)
expect(try await storage.retrieve(key) == Data("one".utf8), "a stored item comes back")
try await storage.store(Data("two".utf8), for: key)
expect(try await storage.retrieve(key) == Data("two".utf8), "a second store replaces the first")
expect(KeychainInMemory.items.count == 1, "there is one item")

let item = KeychainInMemory.items.values.first ?? [:]
expect(
  item[kSecAttrAccessible] as? String == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
  "readable after the first unlock, on this device only")
expect(item[kSecAttrSynchronizable] as? Bool == false, "never synchronised")
expect(item[kSecUseDataProtectionKeychain] as? Bool == true, "in the store of iOS on macOS, too")
expect(item[kSecAttrAccessGroup] as? String == "TEAM.shared", "in the group of the team")

let other = KeychainStorage(service: "com.example.other", accessGroup: "TEAM.shared")
expect(try await other.retrieve(key) == nil, "services are apart")
let plain = KeychainStorage(service: "com.example.app", accessGroup: "TEAM.shared", usesDataProtection: false)
expect(try await plain.retrieve(key) == nil, "the two stores of macOS are apart")

try await storage.change(key) { ($0 ?? Data()) + Data("!".utf8) }
expect(try await storage.retrieve(key) == Data("two!".utf8), "change sees the old item")
try await storage.change(key) { _ in nil }
expect(try await storage.retrieve(key) == nil, "change removes")
print("keychain: as promised")
