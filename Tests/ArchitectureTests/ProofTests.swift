import Foundation
import Testing

/// Holds that what was promised to be proven has a test that says so.
@Suite("Proofs")
struct ProofTests {
  @Test("every attack and every field report has a test that carries its id", arguments: ["A", "FR-"])
  func ids(prefix: String) throws {
    let tests = try Self.tests
    for number in 1...(prefix == "A" ? 41 : 69) {
      let id = prefix + (number < 10 ? "0" : "") + String(number)
      #expect(tests.contains(try Regex("\\b\(id)\\b")), "no test carries \(id)")
    }
  }

  /// What a faithful emulator of Apple's service needs, and the tests that hold it.
  static let emulator: [(need: String, tests: [String])] = [
    (
      "teams, primary App IDs with groups, Services IDs, keys, people, consents, relay addresses, subjects",
      [
        "registers teams, clients and keys, and keeps their rules",
        "name the same person alike in every app of a team, and after leaving and coming back",
        "name the person by Apple's shape, otherwise for each team",
        "hiding the address gives a relay address that stays the same for the team and differs elsewhere",
        "name and address are told once for each app group, by the scopes that were asked",
      ]
    ),
    (
      "three to five RSA keys: choose, rotate, retire, shuffle",
      [
        "the set holds several RSA keys for signatures, in changing order; cache hints can be left out",
        "rotation keeps old tokens good until the old key leaves; five keys at most are served",
        "test_apples_keys_rotate_without_a_failed_sign_in",
      ]
    ),
    (
      "the rules of the authorize step, strict and relaxed",
      [
        "is said on Apple's page with code and message, and never sent to the Return URL",
        "is, in the profile strict, a registered Return URL that breaks Apple's rules (FR-61)",
      ]
    ),
    (
      "codes, tokens and subjects in Apple's shapes; a code once, for 300 s",
      [
        "a code that was used, expired or never issued is invalid_grant with Apple's descriptions: quirk 16",
        "a code from the page is exchanged for tokens that the served keys verify",
      ]
    ),
    (
      "client secrets checked in every point; 400 in JSON with no-store",
      [
        "are refused as invalid_client without a description; the request log says which check failed",
        "gets Apple's own error in Apple's JSON at every back-channel endpoint",
      ]
    ),
    (
      "refresh without a new refresh token, throttled on request; invalid_grant after a revocation",
      [
        "refreshing gives no new refresh token; revoking ends it and makes the next sign-in the first again",
        "a second check within a day is turned away",
      ]
    ),
    (
      "switches for the claims: flags, nonce_supported, real-user status, lifetimes, managed, transfer, skew",
      [
        "write flags as text or booleans, by the setting",
        "leave out the nonce when none was sent, and nonce_supported by the setting",
        "say real_user_status only natively and only the first time",
        "live as long as the settings say and show Apple's clock",
        "of managed accounts carry org_id, never a relay address, and the address as the setting says",
        "gives transfer identifiers, tokens with both subjects for sixty days, and the new subject",
      ]
    ),
    (
      "revocation: 200 and empty, the consent ends, consent-revoked is sent",
      [
        "answers 200 and nothing for a made-up token, and the log says that nothing happened",
        "ends every token of the person in the group, by refresh or access token, and tells the service once",
      ]
    ),
    (
      "notifications in every shape; retried, repeated, delayed, signed by a wrong key",
      [
        "have the shape and spelling that the settings say",
        "are sent again with the same jti when the receiver answers anything but 200, or not at all",
        "are delivered several times, signed wrongly, or not sent, where a setting or fault says so",
        "a delayed delivery waits as long as the schedule says; the event's answer does not wait for it",
        "what was not delivered when the emulator was killed goes on after the restart, with its jti and time",
      ]
    ),
    (
      "what a device would get",
      ["a device gets a token for the same person, with hashed nonce, c_hash and the name once"]
    ),
    (
      "the popup's message and the script",
      [
        "the popup gets the message of Apple's protocol, for the Return URL's origin only, and no POST",
        "the script has the calls of Apple's and the language's title; its locale is from the list",
      ]
    ),
  ]

  @Test("everything that the emulator needs to be faithful has its tests", arguments: emulator)
  func emulatorNeeds(item: (need: String, tests: [String])) throws {
    let tests = try Self.tests
    for name in item.tests { #expect(tests.contains(name), "\(item.need): no test “\(name)”") }
  }

  /// The text of all tests but this one.
  private static var tests: String {
    get throws {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      let walker = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
      return try walker.compactMap { $0 as? URL }
        .filter { ["swift", "py"].contains($0.pathExtension) && $0.lastPathComponent != "ProofTests.swift" }
        .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }
  }
}
