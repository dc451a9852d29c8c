public import Foundation

/// A storage that forgets everything at the end of the process; for tests.
public actor MemoryStorage: SecureStorage {
  private var items: [StorageKey: Data] = [:]
  private var failure: StorageError?

  /// An empty storage.
  public init() {}

  /// Makes every call fail until `nil` is given, as a locked device does.
  public func fail(with failure: StorageError?) { self.failure = failure }

  /// Stores an item.
  public func store(_ item: Data, for key: StorageKey) throws {
    if let failure { throw failure }
    items[key] = item
  }

  /// Reads an item.
  public func retrieve(_ key: StorageKey) throws -> Data? {
    if let failure { throw failure }
    return items[key]
  }

  /// Removes an item.
  public func remove(_ key: StorageKey) throws {
    if let failure { throw failure }
    items[key] = nil
  }

  /// Changes an item.
  public func change(_ key: StorageKey, _ body: @Sendable (Data?) throws -> Data?) throws {
    if let failure { throw failure }
    items[key] = try body(items[key])
  }
}
