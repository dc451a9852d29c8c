import Accounts
import Phrases
import Testing

@testable import BramleyMail

@Suite("Texts of messages")
struct MessageTextTests {
  private func message(_ kind: OutgoingMessage.Kind, locale: String? = nil) -> OutgoingMessage {
    var message = OutgoingMessage(
      kind: kind, recipient: "ann@example.com", email: "ann@example.com", newEmail: "new@example.com",
      locale: locale, expiresAt: Timestamp(seconds: 2_000_000_000))
    message.code = "123456"
    message.link = "https://id.example/__/auth/action?mode=x&oobCode=abc"
    return message
  }

  @Test(
    "the language is the one asked for, else the nearest, else English",
    arguments: [
      (nil, "en"), ("fa", "fa"), ("fa_IR", "fa"), ("zh-CN", "zh-Hans"), ("zh_Hans_CN", "zh-Hans"),
      ("tlh", "en"), ("\r\nX: y", "en"), ("de-AT", "de"),
    ] as [(String?, String)])
  func languages(locale: String?, tag: String) {
    #expect(MessageText(message(.verifyEmail, locale: locale), app: "App").language.tag == tag)
  }

  @Test("every message in every language names the service, and no hole stays open", arguments: Language.all)
  func completeness(language: Language) {
    for kind in OutgoingMessage.Kind.allCases {
      let text = MessageText(message(kind, locale: language.tag), app: "Orchard")
      for part in [text.subject, text.plain, text.html, text.telephoneText] {
        #expect(part.contains("Orchard"), "\(language.tag) \(kind)")
        #expect(!part.contains("{") || part == text.html)
      }
      guard kind != .phoneCode else {
        #expect(text.telephoneText.contains("123456"))
        #expect(text.telephoneText.utf16.count <= 140)
        continue
      }
      #expect(text.plain.contains("\nhttps://id.example/__/auth/action?mode=x&oobCode=abc\n"))
      #expect(text.html.contains("href=\"https://id.example/__/auth/action?mode=x&amp;oobCode=abc\""))
      #expect(text.html.contains("dir=\"\(language.direction.rawValue)\""))
      #expect(text.html.contains("lang=\"\(language.tag)\""))
    }
  }

  @Test("what is filled in is isolated where lines run the other way, and only there: FR-62")
  func isolation() {
    let english = MessageText(message(.verifyEmail, locale: "en"), app: "App")
    #expect(english.plain.contains("that ann@example.com is"))
    let persian = MessageText(message(.verifyEmail, locale: "fa"), app: "App")
    #expect(persian.plain.contains("\u{2068}ann@example.com\u{2069}"))
    #expect(persian.html.contains("<bdi>ann@example.com</bdi>"))
  }

  @Test("a name in markup stays a name")
  func escaping() {
    var hostile = message(.emailChanged)
    hostile.newEmail = "<script>alert(1)</script>@example.com"
    hostile.link = "javascript:\"><script>"
    let text = MessageText(hostile, app: "<b>App</b>\r\nBcc: x")
    #expect(!text.html.contains("<script>") && !text.html.contains("<b>App"))
    #expect(!text.subject.contains("\n"))
  }
}
