package import Accounts

/// A mail of plain text and HTML, and how it looks on the wire.
///
/// - Standard: RFC 5322; RFC 2046 §5.1.4; RFC 3834 §5 for `Auto-Submitted`.
package struct MailMessage: Sendable {
  /// Who sends it.
  package var sender: MailAddress
  /// Who gets it.
  package var recipient: String
  /// The subject.
  package var subject: String
  /// The language, a BCP 47 tag.
  package var language: String
  /// The plain text, its lines ended by LF.
  package var text: String
  /// The same as HTML.
  package var html: String

  package init(
    sender: MailAddress, recipient: String, subject: String, language: String, text: String, html: String
  ) {
    self.sender = sender
    self.recipient = recipient
    self.subject = subject
    self.language = language
    self.text = text
    self.html = html
  }

  /// The bytes that SMTP carries; the same for the same identifier and instant.
  package func bytes(id: MessageID, at now: Timestamp) -> [UInt8] {
    // "=_" stands in neither encoding, so no part can hold the boundary.
    let boundary = "=_" + id.text
    var lines: [String] = []
    func add(_ name: String, _ value: (Int) -> String) {
      lines.append("\(name): " + value(name.utf8.count + 2))
    }
    add("Date") { _ in MailDate.text(now) }
    add("From") { sender.field(afterColumn: $0) }
    add("To") { _ in HeaderText.oneLine(recipient) }
    add("Subject") { HeaderText.unstructured(subject, afterColumn: $0) }
    add("Message-ID") { _ in "<\(id.text)@\(sender.domain)>" }
    add("Auto-Submitted") { _ in "auto-generated" }
    add("Content-Language") { _ in HeaderText.oneLine(language) }
    add("MIME-Version") { _ in "1.0" }
    add("Content-Type") { _ in "multipart/alternative; boundary=\"\(boundary)\"" }
    var out = lines.joined(separator: "\r\n") + "\r\n\r\n"
    for (type, content) in [("plain", text), ("html", html)] {
      let encoding = BodyEncoding.fitting(content)
      out += "--\(boundary)\r\nContent-Type: text/\(type); charset=utf-8\r\n"
      out += "Content-Transfer-Encoding: \(encoding.rawValue)\r\n\r\n" + encoding.encode(content) + "\r\n"
    }
    return Array((out + "--\(boundary)--\r\n").utf8)
  }
}
