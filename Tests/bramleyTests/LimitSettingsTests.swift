import Accounts
import Testing
import _Configuration

@testable import bramley

@Suite("Limits of a running service")
struct LimitSettingsTests {
  private func limits(_ settings: String) throws -> RateLimits {
    let configuration = try Configuration.load(
      mode: .dev, json5: Array("{ rateLimits: \(settings) }".utf8), environment: [:], readFile: { _ in nil })
    return RateLimits(configuration.rateLimits)
  }

  @Test("every kind has a setting of its name (R43)", arguments: LimitKind.allCases)
  func named(_ kind: LimitKind) throws {
    let changed = try limits("{ \(kind.rawValue): '7/2m' }")
    #expect(changed[kind] == Limit(ceiling: 7, window: .seconds(120)))
    let off = try limits("{ \(kind.rawValue): 'off' }")
    #expect(off[kind] == nil)
    for other in LimitKind.allCases where other != kind {
      #expect(changed[other] == RateLimits.standard[other])
    }
  }

  @Test("switched off nothing is limited, whatever else is set")
  func off() throws {
    #expect(try limits("{ enabled: false, password: '7/2m' }") == .none)
  }
}
