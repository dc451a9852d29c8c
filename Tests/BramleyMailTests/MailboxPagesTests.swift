import Accounts
import BramleyHTTP
import Testing

@testable import BramleyMail

@Suite("Mailbox page of dev")
struct MailboxPagesTests {
  private let mailbox = DevelopmentMailbox()

  private func page(_ path: String) async -> HTTPResponse {
    await MailboxPages(mailbox: mailbox, app: "Orchard", basePath: "/base").router.respond(
      to: HTTPRequest(method: .get, path: path, headers: [:], body: []))
  }

  private func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

  private func post(_ kind: OutgoingMessage.Kind, to recipient: String = "ann@example.com") {
    var message = OutgoingMessage(
      kind: kind, recipient: recipient, email: recipient, locale: "fa",
      expiresAt: Timestamp(seconds: 2_000_000_000))
    message.code = "123456"
    if kind != .phoneCode { message.link = "http://localhost:9099/emulator/action?oobCode=abc&mode=x" }
    mailbox.posted(message)
  }

  @Test(
    "a message that is not there is a page of 404", arguments: ["1", "0", "-1", "x", "99999999999999999999"])
  func missing(number: String) async {
    #expect(await page("/emulator/mail/" + number).status == 404)
    #expect(await page("/emulator/mail/\(number)/html").status == 404)
  }

  @Test("an empty mailbox says what comes here")
  func empty() async { #expect(text(await page("/emulator/mail")).contains("Nothing was sent yet")) }

  @Test("the list leads to each message, the newest first, markup in it escaped")
  func list() async throws {
    post(.verifyEmail)
    post(.phoneCode, to: "<i>+1")
    let list = text(await page("/emulator/mail"))
    let first = try #require(list.firstRange(of: "/base/emulator/mail/2"))
    let second = try #require(list.firstRange(of: "/base/emulator/mail/1"))
    #expect(first.lowerBound < second.lowerBound)
    #expect(list.contains("&lt;i&gt;+1") && !list.contains("<i>"))
  }

  @Test("a mail is shown with its link, its text, and its HTML in a frame that runs nothing")
  func mail() async throws {
    post(.verifyEmail)
    let shown = await page("/emulator/mail/1")
    let page = text(shown)
    #expect(page.contains("href=\"http://localhost:9099/emulator/action?oobCode=abc&amp;mode=x\""))
    #expect(page.contains("sandbox=\"allow-popups allow-popups-to-escape-sandbox\""))
    #expect(page.contains("<pre dir=\"rtl\" lang=\"fa\">"))
    #expect(!page.contains("<script"))
    #expect(shown.headers["content-security-policy"]?.contains("default-src 'none'") == true)
    let letter = await self.page("/emulator/mail/1/html")
    #expect(text(letter).contains("dir=\"rtl\""))
    let policy = try #require(letter.headers["content-security-policy"])
    #expect(policy.contains("sandbox allow-popups") && policy.contains("frame-ancestors 'self'"))
    #expect(!policy.contains("script-src"))
  }

  @Test("a text message is shown as it is, and has no HTML")
  func telephone() async {
    post(.phoneCode, to: "+12025550123")
    #expect(text(await page("/emulator/mail/1")).contains("123456"))
    #expect(await page("/emulator/mail/1/html").status == 404)
  }

  @Test("relay mail goes through the relay, which may refuse it; the page says so")
  func relay() async {
    let mailbox = DevelopmentMailbox { message, _ in
      message.recipient.hasPrefix("a") ? .refused("relay 550 5.7.1") : .sent
    }
    for recipient in ["a@privaterelay.appleid.com", "b@privaterelay.appleid.com"] {
      var message = OutgoingMessage(
        kind: .emailSignIn, recipient: recipient, expiresAt: Timestamp(seconds: 2_000_000_000))
      mailbox.posted(message)
      message.isRelay = true
      _ = await mailbox.deliver(message, id: MessageID(text: "1"))
    }
    #expect(mailbox.entries.map(\.outcome) == [.refused("relay 550 5.7.1"), .sent])
  }
}
