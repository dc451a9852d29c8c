import HostedPages
import IdentityToolkitAPI
import Testing

@Suite("Scopes of the console")
struct ConsoleScopeTests {
  @Test("the console knows its scopes by the names that admin tokens have: R3")
  func names() {
    #expect(!HostedPages.consoleScopes.isEmpty)
    #expect(Set(HostedPages.consoleScopes).isSubset(of: AdminScope.allCases.map(\.rawValue)))
  }
}
