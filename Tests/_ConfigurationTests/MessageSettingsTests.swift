import BramleyCrypto
import BramleyHTTP
import Testing
import _Configuration

@Suite("Settings of mail and text messages")
struct MessageSettingsTests {
  private static let mail = [
    "mail.smtp": "\"smtp://user:secret@mail.example.com:587\"",
    "mail.from": "\"My App <noreply@example.com>\"",
  ]

  @Test(
    "refuses what cannot work, names the setting and shows no secret",
    arguments: [
      (["mail.smtp": "\"mail.example.com\"", "mail.from": "\"a@b.example\""], "mail.smtp"),
      (["mail.smtp": "\"smtp://u:secret@h:x\"", "mail.from": "\"a@b.example\""], "mail.smtp"),
      (["mail.smtp": "\"smtp://u:secret@h\""], "mail.from"),
      (["mail.from": "\"a@b.example\""], "mail.smtp"),
      (["mail.smtp": "\"smtp://h\"", "mail.from": "\"nobody\""], "mail.from"),
      (["mail.smtp": "\"smtp://h\"", "mail.from": "\"jörg@b.example\""], "mail.from"),
      (["mail.smtp": "\"smtp://h\"", "mail.from": "\"A <a@b.example> <c@d.example>\""], "mail.from"),
      (
        [
          "mail.smtp": "\"smtp://h\"", "mail.from": "\"a@b.example\"",
          "mail.relaySenders": "[\"@b.example\"]",
        ],
        "mail.relaySenders"
      ),
      (
        ["mail.smtp": "\"smtp://h\"", "mail.from": "\"a@b.example\"", "mail.authorityFile": "\"/no\""],
        "mail.authorityFile"
      ),
      (["sms.command": "[\"send-text\"]"], "sms.command"),
      (["sms.command": "\"/bin/send-text\""], "sms.command"),
      (["sms.command": "[\"/bin/true\"]", "sms.webhook": "\"https://x.example\""], "sms.webhook"),
      (["sms.webhook": "\"http://texts.example/\""], "sms.webhook"),
      (["sms.webhook": "\"https://texts.example/\""], "sms.webhookSecret"),
      (["sms.webhook": "\"https://x.example/\"", "sms.webhookSecret": "\"secret\""], "sms.webhookSecret"),
    ] as [([String: String], String)])
  func refusals(changes: [String: String], setting: String) {
    let error = refusal { try serve(changes) }
    #expect(error?.setting == setting)
    #expect(error?.problem.contains("secret@") == false)
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("nothing is sent unless it is set")
  func defaults() throws {
    let configuration = try serve()
    #expect(configuration.mail.server == nil)
    guard case .none = configuration.textMessages else {
      Issue.record("\(configuration.textMessages)")
      return
    }
  }

  @Test("a server, a sender with a name, and what is registered at Apple")
  func mail() throws {
    var changes = Self.mail
    changes["mail.relaySenders"] = "[\"example.com\"]"
    let mail = try serve(changes).mail
    #expect(mail.server?.description == "mail.example.com:587")
    #expect(mail.server?.password?.revealText() == "secret")
    #expect(mail.senderName == "My App")
    #expect(mail.senderAddress == "noreply@example.com")
    #expect(mail.relaySenders == ["example.com"])
  }

  @Test("the server may come from a file or the environment, since it holds a password")
  func secret() throws {
    let file = try serve(
      ["mail.smtpFile": "\"/etc/smtp\"", "mail.from": "\"noreply@example.com\""],
      files: ["/etc/smtp": "smtps://u:p@mail.example.com\n"])
    #expect(file.mail.server?.port == 465)
    #expect(file.mail.senderName == nil)
    let environment = try serve(
      environment: ["BRAMLEY_MAIL_SMTP": "smtp://h", "BRAMLEY_MAIL_FROM": "\"A B\" <a@b.example>"])
    #expect(environment.mail.server?.host == "h")
    #expect(environment.mail.senderName == "A B")
  }

  @Test("a command is a list, a webhook is signed")
  func telephone() throws {
    guard case .command(let command) = try serve(["sms.command": "[\"/bin/send\", \"-q\"]"]).textMessages
    else {
      Issue.record("no command")
      return
    }
    #expect(command == ["/bin/send", "-q"])
    let secret = String(repeating: "a5", count: 32)
    let settings = try serve([
      "sms.webhook": "\"https://texts.example/send?x=1\"", "sms.webhookSecret": "\"\(secret)\"",
    ]).textMessages
    guard case .webhook("https://texts.example/send?x=1", let kept) = settings else {
      Issue.record("no webhook")
      return
    }
    #expect(kept.revealText() == secret)
  }
}
