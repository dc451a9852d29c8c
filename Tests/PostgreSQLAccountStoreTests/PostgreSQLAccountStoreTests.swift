import Accounts
import BramleyCrypto
import BramleyPostgreSQL
import PostgreSQLAccountStore
import Testing
import _AccountStoreConformance
import _PostgreSQLServer

extension PostgreSQLAccountStore: DumpableStore {}

extension PostgreSQLServer {
  /// A store on an empty database.
  func makeStore(preparesStatements: Bool = true) async throws -> PostgreSQLAccountStore {
    let store = try PostgreSQLAccountStore(
      ConnectionSettings(
        url: Secret(utf8: address(of: try makeDatabase())), preparesStatements: preparesStatements))
    try await store.prepare()
    return store
  }
}

@Suite("The PostgreSQL store", .serialized)
struct PostgreSQLAccountStoreTests {
  @Test("fulfils the stores' suite", arguments: ConformanceCase.all)
  func conforms(_ behaviour: ConformanceCase) async throws {
    let store = try await PostgreSQLServer.shared().makeStore()
    defer { store.stop() }
    try await behaviour.run(store)
  }

  @Test("fulfils the stores' suite without prepared statements", arguments: ConformanceCase.all)
  func conformsUnprepared(_ behaviour: ConformanceCase) async throws {
    let store = try await PostgreSQLServer.shared().makeStore(preparesStatements: false)
    defer { store.stop() }
    try await behaviour.run(store)
  }
}
