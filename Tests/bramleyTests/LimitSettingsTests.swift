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

  @Test("every age of the retention arrives where it belongs (R44)")
  func retention() throws {
    let configuration = try Configuration.load(
      mode: .dev,
      json5: Array(
        """
        { retention: { audit: '1d', sessions: '2d', addresses: '3d', grants: '4d', tombstones: '5d' } }
        """.utf8), environment: [:], readFile: { _ in nil })
    #expect(
      Retention(configuration.retention)
        == Retention(
          audit: .seconds(86_400), sessions: .seconds(2 * 86_400), addresses: .seconds(3 * 86_400),
          grants: .seconds(4 * 86_400), tombstones: .seconds(5 * 86_400)))
  }

  @Test("what the settings leave out is the domain's own default (R44)")
  func retentionDefaults() throws {
    let configuration = try Configuration.load(
      mode: .dev, json5: nil, environment: [:], readFile: { _ in nil })
    #expect(Retention(configuration.retention) == Retention())
  }
}
