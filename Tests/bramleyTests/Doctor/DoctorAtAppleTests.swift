import AppleIDEmulator
import BramleyCrypto
import BramleyHTTP
import BramleyJOSE
import Foundation
import Testing

@testable import bramley

@Suite("bramley doctor at Apple")
struct DoctorAtAppleTests {
  private static let onTime = "Fri, 15 Jan 2027 08:00:00 GMT"

  /// Settings that lead to the emulator, with the demo team's key.
  private func settings(_ emulator: AppleIDEmulator) throws -> [String: String] {
    let demo = try #require(emulator.demoCredentials)
    let pem = demo.privateKey.revealText() ?? ""
    return [
      "apple.baseUrl": "\"http://127.0.0.1:9100\"", "apple.allowEmulator": "true",
      "apple.keyId": "\"\(demo.keyID)\"", "apple.privateKey": "\"\(pem.replacing("\n", with: "\\n"))\"",
    ]
  }

  private func findings(_ change: [String: String], date: String? = onTime) async throws -> [Finding] {
    var emulated = AppleIDEmulator.Configuration()
    // A key of ours, made once: the emulator would make its own set each time.
    let key = PrivateJWK(key: .rs256(try TokenFixture().key), keyID: "KEYONE")
    emulated.signingKeys = Secret(utf8: #"{"keys":[\#(try key.json().revealText() ?? "")]}"#)
    let emulator = try await AppleIDEmulator(emulated)
    try await emulator.registerDemo(serviceOrigins: ["https://auth.example.com"])
    let configuration = try served(try settings(emulator).merging(change, uniquingKeysWith: { $1 }))
    // The emulator's clock is the machine's, and secrets carry times.
    let found = await Doctor(
      configuration: configuration, http: EmulatorLine(emulator: emulator, date: date),
      now: { date == nil ? Date() : TokenFixture.now }, newestSchema: 1
    ).findings()
    await emulator.stop()
    return found
  }

  @Test(
    "a wrong team, key id or client id is told by Apple's answer to a made-up code (FR-12)",
    arguments: [
      ["apple.teamId": "\"OTHERTEAM1\""], ["apple.keyId": "\"OTHERKEY01\""],
      ["apple.bundleIds": "[\"com.example.other\"]", "apple.servicesId": ""],
    ])
  func wrongCredentials(change: [String: String]) async throws {
    let found = try await findings(change).of("credentials")
    #expect(!found.isEmpty)
    for finding in found {
      #expect(finding.verdict == .failed)
      #expect(finding.text.contains("invalid_client"))
      #expect(finding.advice?.contains("team id") == true)
    }
  }

  @Test(
    "during a roll each key is judged by itself: one that Apple does not know yet hides behind no other (FR-12)"
  )
  func nextKey() async throws {
    let pem = try P256PrivateKey.generate().pem().revealText() ?? ""
    let found = try await findings([
      "apple.nextKeyId": "\"NEXTKEY001\"",
      "apple.nextPrivateKey": "\"\(pem.replacing("\n", with: "\\n"))\"",
    ])
    #expect(found.verdicts("credentials") == [.ok, .ok])
    #expect(found.verdicts("next-key") == [.ok])
    #expect(found.verdicts("next-credentials") == [.failed, .failed])
  }

  @Test("right credentials are found right for every client id, keys and discovery too")
  func right() async throws {
    let found = try await findings([:])
    #expect(found.verdicts("credentials") == [.ok, .ok])
    #expect(found.verdicts("apple-keys") == [.ok])
    #expect(found.verdicts("apple-discovery") == [.ok])
    #expect(found.verdicts("clock") == [.ok])
  }

  @Test(
    "a clock that differs is warned of, and fails where Apple refuses secrets",
    arguments: [
      ("Fri, 15 Jan 2027 08:00:04 GMT", Finding.Verdict.ok), ("Fri, 15 Jan 2027 07:59:40 GMT", .warning),
      ("Fri, 15 Jan 2027 07:58:00 GMT", .failed), ("Fri, 15 Jan 2027 08:02:00 GMT", .failed),
      ("yesterday", .skipped),
    ])
  func clock(date: String, verdict: Finding.Verdict) async throws {
    #expect(try await findings([:], date: date).verdicts("clock") == [verdict])
  }

  @Test(
    "an Apple that cannot be asked, or a page in its place, fails with what to do",
    arguments: [
      Result<OutgoingResponse, HTTPClientError>.failure(
        HTTPClientError(.couldNotConnect, "no route", isBeforeSending: true)),
      .success(OutgoingResponse(status: 200, body: Array("<html>".utf8))),
    ])
  func unreachable(answer: Result<OutgoingResponse, HTTPClientError>) async throws {
    let found = await examine(try served(), SilentLine(answer: answer))
    #expect(found.verdicts("apple-keys") == [.failed])
    #expect(found.of("apple-keys").first?.advice?.isEmpty == false)
  }

  @Test("another issuer in the discovery document is a warning, nothing more (FR-03)")
  func otherIssuer() async throws {
    let answer = OutgoingResponse(status: 200, body: Array(#"{"issuer":"https://account.apple.com"}"#.utf8))
    let found = await examine(try served(), SilentLine(answer: .success(answer)))
    #expect(found.verdicts("apple-discovery") == [.warning])
  }

  @Test(
    "dates of HTTP are read, anything else is not",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0 as Double?), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Tue, 29 Feb 2028 23:59:59 GMT", 1_835_481_599), ("06 Nov 1994", nil),
      ("Sun, 99 Nov 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 06 Nov 99999999999999999999 08:49:37 GMT", nil),
      ("", nil),
    ])
  func dates(text: String, seconds: Double?) {
    #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == seconds)
  }
}
