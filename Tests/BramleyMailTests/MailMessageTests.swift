import Accounts
import BramleyCrypto
import Testing

@testable import BramleyMail

@Suite("Mail on the wire")
struct MailMessageTests {
  private static let id = MessageID(text: "00112233445566778899aabbccddeeff")
  private static let now = Timestamp(seconds: 1_796_026_216)

  private func lines(
    name: String? = "My App", recipient: String = "ann@example.com", subject: String = "Hello",
    language: String = "en", text: String = "Hello\n", html: String = "<p>Hello</p>\n"
  ) -> [String] {
    let message = MailMessage(
      sender: MailAddress(name: name, address: "noreply@example.com"), recipient: recipient,
      subject: subject, language: language, text: text, html: html)
    let bytes = message.bytes(id: Self.id, at: Self.now)
    #expect(bytes.allSatisfy { $0 < 0x7f && ($0 >= 0x20 || $0 == 0x0d || $0 == 0x0a) })
    // A line feed never stands alone: a server may take it for the end of a line, or refuse it.
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.utf8.count { $0 == 0x0a } == text.utf8.count { $0 == 0x0d })
    return text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func header(_ lines: [String]) -> [String] { Array(lines.prefix { !$0.isEmpty }) }

  @Test(
    "nothing that comes in makes a header field of its own",
    arguments: [
      "x\r\nBcc: eve@example.com", "x\nBcc: eve@example.com", "x\r\n\r\nbody", "x\u{2028}Bcc: e", "x\u{0}y",
    ])
  func injection(text: String) {
    for lines in [
      lines(name: text), lines(subject: text), lines(recipient: text), lines(language: text),
    ] {
      let fields = header(lines).filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
      #expect(
        fields == [
          "Date", "From", "To", "Subject", "Message-ID", "Auto-Submitted", "Content-Language", "MIME-Version",
          "Content-Type",
        ])
    }
  }

  @Test("the fields that every mail has")
  func fields() {
    let fields = header(lines())
    #expect(
      fields == [
        "Date: Mon, 30 Nov 2026 08:10:16 +0000", "From: \"My App\" <noreply@example.com>",
        "To: ann@example.com", "Subject: Hello", "Message-ID: <\(Self.id.text)@example.com>",
        "Auto-Submitted: auto-generated", "Content-Language: en", "MIME-Version: 1.0",
        "Content-Type: multipart/alternative; boundary=\"=_\(Self.id.text)\"",
      ])
    #expect(lines(name: nil)[1] == "From: noreply@example.com")
    #expect(lines(name: "A \"B\" \\C")[1] == "From: \"A \\\"B\\\" \\\\C\" <noreply@example.com>")
  }

  @Test(
    "other scripts go as encoded words of at most 75 bytes, each of whole characters: RFC 2047",
    arguments: [
      "بازنشانی گذرواژهٔ شما در برنامهٔ آزمایشی و بسیار طولانی", "重设您在示例应用中的密码以及很长很长的标题文字", "🍏🍎🍏🍎🍏🍎🍏🍎🍏🍎🍏🍎🍏🍎",
      "=?UTF-8?B?eA==?=", String(repeating: "long ", count: 40),
    ])
  func encodedWords(subject: String) throws {
    let all = header(lines(subject: subject))
    let start = try #require(all.firstIndex { $0.hasPrefix("Subject: ") })
    var words = [String(all[start].dropFirst("Subject: ".count))]
    words += all[(start + 1)...].prefix { $0.hasPrefix(" ") }.map { String($0.dropFirst()) }
    var decoded = ""
    for word in words {
      #expect(word.utf8.count <= 75 && word.hasPrefix("=?UTF-8?B?") && word.hasSuffix("?="))
      let bytes = try #require(Base64.decode(String(word.dropFirst(10).dropLast(2))))
      decoded += try #require(String(validating: bytes, as: UTF8.self))
    }
    #expect(decoded == subject.split(separator: " ").joined(separator: " "))
    #expect(all.allSatisfy { $0.utf8.count <= 78 || $0.hasPrefix("Content-Type") })
  }

  @Test("bodies keep every character in lines of at most 76 bytes: RFC 2045")
  func bodies() throws {
    let persian = "گذرواژهٔ تازه\nhttps://id.example/?oobCode=" + String(repeating: "x", count: 200) + "\n"
    let english = "A=B \ntrailing space \n.dot\n" + String(repeating: "word ", count: 60) + "é\n"
    for text in [persian, english] {
      for encoding in [BodyEncoding.base64, .quotedPrintable] {
        let encoded = encoding.encode(text)
        let lines = encoded.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        #expect(lines.allSatisfy { $0.last != " " })
        let back = encoding == .base64 ? try base64(encoded) : try quotedPrintable(encoded)
        #expect(back == (encoding == .base64 ? text : text + "\n"), "the second ends each line")
      }
    }
    #expect(BodyEncoding.fitting(english) == .quotedPrintable)
    #expect(BodyEncoding.fitting(persian + persian + "گذرواژه") == .quotedPrintable)
    #expect(BodyEncoding.fitting("گذرواژهٔ تازه") == .base64)
  }

  private func base64(_ text: String) throws -> String {
    let joined = text.split(separator: "\r\n").joined()
    let bytes = try #require(Base64.decode(joined))
    return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  private func quotedPrintable(_ text: String) throws -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.replacing("=\r\n", with: "").replacing("\r\n", with: "\n").utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "=") else {
        bytes.append(byte)
        continue
      }
      let pair = String(decoding: rest.prefix(2), as: UTF8.self)
      rest = rest.dropFirst(2)
      bytes.append(try #require(UInt8(pair, radix: 16)))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("the two parts stand between boundaries that neither can hold")
  func parts() {
    let all = lines(text: "--=_\(Self.id.text)--\n", html: "<p>--=_\(Self.id.text)</p>\n")
    let boundary = "--=_" + Self.id.text
    #expect(all.count { $0 == boundary } == 2)
    #expect(all.count { $0 == boundary + "--" } == 1)
    #expect(all.contains("Content-Type: text/plain; charset=utf-8"))
    #expect(all.contains("Content-Type: text/html; charset=utf-8"))
  }

  @Test(
    "dates are those of RFC 5322",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 +0000"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"),
      (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 +0000"), (-1, "Wed, 31 Dec 1969 23:59:59 +0000"),
    ] as [(Int64, String)])
  func dates(seconds: Int64, text: String) { #expect(MailDate.text(Timestamp(seconds: seconds)) == text) }
}
