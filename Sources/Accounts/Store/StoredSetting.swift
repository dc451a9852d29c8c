/// A setting of a store by its name, read and replaced with the domain's error.
struct StoredSetting: Sendable {
  private let store: any AccountStore
  private let name: String

  init(_ name: String, in store: any AccountStore) {
    self.store = store
    self.name = name
  }

  /// The value; nil where there is none.
  func value() async throws(AccountsError) -> [UInt8]? {
    do throws(StoreError) { return try await store.setting(name) } catch { throw AccountsError(error) }
  }

  /// Replaces the value if it still is what was read; false when it changed meanwhile.
  func replace(_ old: [UInt8]?, with new: [UInt8]) async throws(AccountsError) -> Bool {
    do throws(StoreError) {
      return try await store.replaceSetting(name, old, with: new)
    } catch {
      throw AccountsError(error)
    }
  }
}
