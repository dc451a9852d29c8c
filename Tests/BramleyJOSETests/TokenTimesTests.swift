import BramleyJOSE
import FoundationEssentials
import Testing

@Suite("Times of a token")
struct TokenTimesTests {
  static let second = 1_800_000_000.0
  static let claim = NumericDate(secondsSince1970: second)!

  func code(_ offset: Double, leeway: Duration = .zero, _ check: (TokenTimes) throws(JOSEError) -> Void)
    -> JOSEError.Code?
  {
    do throws(JOSEError) {
      try check(TokenTimes(now: Date(timeIntervalSince1970: Self.second + offset), leeway: leeway))
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "expiry is refused at the exact second and not before",
    arguments: [
      (-1.0, 0), (-0.001, 0), (0.0, 0), (29.999, 30), (30.0, 30), (60.0, 60), (60.0, 61), (-1e300, 0),
      (1e300, 0),
    ])
  func expiry(offset: Double, leeway: Int) {
    let code = code(offset, leeway: .seconds(leeway)) { times throws(JOSEError) in
      try times.checkExpiry(Self.claim)
    }
    #expect(code == (offset < Double(min(leeway, 60)) ? nil : .expired))
  }

  @Test(
    "`nbf` is good at its exact second",
    arguments: [(-0.1, 0), (0.0, 0), (-30.0, 30), (-30.1, 30), (-1e300, 60)])
  func notBefore(offset: Double, leeway: Int) {
    let code = code(offset, leeway: .seconds(leeway)) { times throws(JOSEError) in
      try times.checkNotBefore(Self.claim)
    }
    #expect(code == (-offset <= Double(leeway) ? nil : .notYetValid))
  }

  @Test(
    "`iat` may be up to a second ahead of a clock with fractions: FR-48",
    arguments: [
      (-0.2, 0), (-1.0, 0), (-1.1, 0), (-30.0, 30), (-31.0, 30),
    ])
  func issuedAt(offset: Double, leeway: Int) {
    let code = code(offset, leeway: .seconds(leeway)) { times throws(JOSEError) in
      try times.checkIssuedAt(Self.claim)
    }
    #expect(code == (-offset <= max(Double(leeway), 1) ? nil : .issuedInFuture))
  }

  @Test("leeway below zero counts as none, above a minute as a minute")
  func leeway() {
    let now = Date(timeIntervalSince1970: Self.second)
    #expect(TokenTimes(now: now, leeway: .seconds(-5)).leeway == .zero)
    #expect(TokenTimes(now: now, leeway: .seconds(3600)).leeway == .seconds(60))
  }

  @Test("numeric dates beyond the calendar are none, and those within convert without loss")
  func range() throws {
    #expect(NumericDate(secondsSince1970: 1e12) == nil)
    #expect(NumericDate(secondsSince1970: -1e12) == nil)
    #expect(NumericDate(secondsSince1970: .nan) == nil)
    #expect(NumericDate(secondsSince1970: .infinity) == nil)
    #expect(NumericDate(Date(timeIntervalSince1970: 1e300)).wholeSeconds == 253_402_300_799)
    #expect(NumericDate(Date(timeIntervalSince1970: 1.9)).wholeSeconds == 1)
    #expect(Self.claim.date == Date(timeIntervalSince1970: Self.second))
    #expect(Self.claim < NumericDate(secondsSince1970: Self.second + 0.5)!)
    #expect(String(decoding: try JSONEncoder().encode([Self.claim]), as: UTF8.self) == "[1800000000]")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([NumericDate].self, from: Data("[1e20]".utf8))
    }
  }
}
