import Accounts
import BramleyCrypto
import Foundation
import InMemoryAccountStore
import SQLiteAccountStore
import Testing

@testable import bramley

/// A store, the domain over it, and a folder for files.
final class ImportWorld {
  let folder: String
  let store: any AccountStore
  let accounts: Accounts

  init(sqlite: Bool = false, team: String = "TEAM") throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "bramley-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    store = sqlite ? try SQLiteAccountStore(path: folder + "/accounts.db") : InMemoryAccountStore()
    accounts = try Accounts.administration(
      of: store,
      policy: AccountsPolicy(
        projectID: "demo", issuer: "", cookieIssuer: "", mode: .production,
        apple: ApplePolicy(teamID: team, bundleIDs: [], canExchange: false)),
      time: SystemTime(), random: SystemRandomSource())
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func file(_ name: String, _ text: String) throws -> String {
    let path = folder + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Imports a file by its ending.
  @discardableResult
  func run(_ path: String, overwrites: Bool = false, isDryRun: Bool = false, algorithm: String? = nil)
    async throws -> AccountImport
  {
    var parameters = ImportedHashRule.Parameters()
    parameters.algorithm = algorithm
    let passwords = try ImportedHashRule(parameters)
    var work = AccountImport(
      accounts, overwrites: overwrites, isDryRun: isDryRun, report: { _ in }, progress: { _ in })
    let input = try InputFile(path)
    if path.hasSuffix(".csv") {
      try await work.run(CSVImportSource(input, accounts, passwords))
    } else {
      try await work.run(JSONImportSource(input, accounts, passwords))
    }
    return work
  }

  /// Exports into a new file.
  func export(_ name: String) async throws -> String {
    let path = folder + "/" + name
    let output = try OutputFile(path)
    _ = try await AccountExport(accounts, showsPasswords: true, isCSV: name.hasSuffix(".csv")).write(
      to: output)
    try output.finish()
    return path
  }

  func all() async throws -> [Account] { try await accounts.list(limit: 1000) }
}
