/// Which sealing key the service that started last seals with.
package struct SealingKeyInUse: Sendable {
  private static let settingName = "keys/sealing/in-use"
  private let store: any AccountStore

  /// The note in a store.
  package init(_ store: any AccountStore) { self.store = store }

  /// The key's id; nil when no service has noted one.
  package func id() async throws(AccountsError) -> String? {
    do throws(StoreError) {
      return try await store.setting(Self.settingName).map { String(decoding: $0, as: UTF8.self) }
    } catch {
      throw AccountsError(error)
    }
  }

  /// Notes the key that a service begins to seal with.
  package func note(_ id: String) async throws(AccountsError) {
    do throws(StoreError) {
      let old = try await store.setting(Self.settingName)
      guard old != Array(id.utf8) else { return }
      // Whoever notes another one at the same moment started at the same moment.
      _ = try await store.replaceSetting(Self.settingName, old, with: Array(id.utf8))
    } catch {
      throw AccountsError(error)
    }
  }
}
