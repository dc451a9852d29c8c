/// Which sealing key the service that started last seals with.
package struct SealingKeyInUse: Sendable {
  private let setting: StoredSetting

  /// The note in a store.
  package init(_ store: any AccountStore) { setting = StoredSetting("keys/sealing/in-use", in: store) }

  /// The key's id; nil when no service has noted one.
  package func id() async throws(AccountsError) -> String? {
    try await setting.value().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Notes the key that a service begins to seal with.
  package func note(_ id: String) async throws(AccountsError) {
    let old = try await setting.value()
    guard old != Array(id.utf8) else { return }
    // Whoever notes another one at the same moment started at the same moment.
    _ = try await setting.replace(old, with: Array(id.utf8))
  }
}
