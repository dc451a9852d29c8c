import BramleyHTTP
import Foundation
import Testing

@testable import bramley

@Suite("bramley doctor on mail and text messages")
struct MailCheckTests {
  private static let mail = [
    "mail.smtp": "\"smtp://127.0.0.1:1\"", "mail.from": "\"App <noreply@example.com>\"",
  ]
  private static let nobody = SilentLine(answer: .failure(HTTPClientError(.couldNotConnect, "nobody")))

  @Test("a server that does not answer fails with what to do; --offline does not ask it")
  func server() async throws {
    let found = await examine(try served(Self.mail), Self.nobody).of("mail")
    #expect(found.map(\.verdict) == [.failed])
    #expect(found.first?.advice?.contains("mail.smtp") == true)
    #expect(await examine(try served(Self.mail)).verdicts("mail") == [.skipped])
  }

  @Test("no server is told, and is no failure")
  func none() async throws { #expect(await examine(try served()).verdicts("mail") == [.note]) }

  @Test(
    "the sender is compared with what is registered at Apple's relay: FR-32",
    arguments: [
      ("[]", .warning), ("[\"example.com\"]", .ok), ("[\"NoReply@Example.com\"]", .ok),
      ("[\"mail.example.com\"]", .failed), ("[\"other@example.com\"]", .failed),
    ] as [(String, Finding.Verdict)])
  func relay(senders: String, verdict: Finding.Verdict) async throws {
    var settings = Self.mail
    settings["mail.relaySenders"] = senders
    #expect(await examine(try served(settings)).verdicts("mail-relay") == [verdict])
  }

  @Test("a command that cannot be run fails; no message is sent to try it")
  func command() async throws {
    #expect(await examine(try served(["sms.command": "[\"/nowhere\"]"])).verdicts("sms") == [.failed])
    #expect(await examine(try served(["sms.command": "[\"/bin/sh\"]"])).verdicts("sms") == [.ok])
  }
}
