import Testing

@testable import AppleIDEmulator

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Codes and tokens that are read after the start")
struct StoredTokensTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func access(_ client: String, goodFor seconds: Double) -> AccessToken {
    AccessToken(clientID: client, grant: nil, expiresAt: now.addingTimeInterval(seconds))
  }

  private func stored(_ access: [String: AccessToken]) -> StoredTokens {
    StoredTokens(codes: [:], refresh: [:], access: access)
  }

  @Test("stand behind what was handed out meanwhile, and go first when their time has come")
  func order() {
    var state = EmulatorState(isTracked: true)
    state.accessTokens["new"] = access("now", goodFor: 3_600)
    state.accessOrder.append("new", goodUntil: now.addingTimeInterval(3_600))
    var tokens = stored([
      "late": access("b", goodFor: 20), "early": access("a", goodFor: 10), "new": access("x", goodFor: 1),
    ])
    state.take(&tokens, era: 0)
    #expect(state.accessTokens["new"]?.clientID == "now")
    let later = now.addingTimeInterval(60)
    #expect(state.accessOrder.takeExpired(now: later, bound: 9) == "new")
    #expect(state.accessOrder.takeExpired(now: later, bound: 9) == "early")
    #expect(state.accessOrder.takeExpired(now: later, bound: 9) == "late")
    #expect(state.accessOrder.takeExpired(now: later, bound: 9) == nil)
    // Nothing of it is news for the store.
    #expect(state.accessTokens.takeChanges().map(\.key) == ["new"])
  }

  @Test("are dropped when the state was started afresh while they were read")
  func era() {
    var state = EmulatorState(isTracked: true)
    let era = state.era
    _ = state.removeAll()
    var tokens = stored(["old": access("a", goodFor: 10)])
    state.take(&tokens, era: era)
    #expect(state.accessTokens["old"] == nil)
    #expect(state.accessOrder.count == 0)
  }
}
