import Accounts
import Testing
import _AccountStoreConformance

@testable import InMemoryAccountStore

extension InMemoryAccountStore: DumpableStore {}

@Suite("The in-memory store")
struct InMemoryAccountStoreTests {
  @Test("fulfils the stores' suite", arguments: ConformanceCase.all)
  func conforms(_ behaviour: ConformanceCase) async throws {
    try await behaviour.run(InMemoryAccountStore())
  }
}
