import Accounts
import BramleySQLite
import Testing
import _AccountStoreConformance

@testable import SQLiteAccountStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLiteAccountStore: DumpableStore {}

/// A folder of its own that goes with the test.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "bramley-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  var database: String { path + "/accounts.sqlite" }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite("The SQLite store")
struct SQLiteAccountStoreTests {
  @Test("fulfils the stores' suite", arguments: ConformanceCase.all)
  func conforms(_ behaviour: ConformanceCase) async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteAccountStore(path: folder.database)
    defer { store.stop() }
    try await behaviour.run(store)
  }
}
