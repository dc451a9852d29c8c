package import Accounts
package import Phrases
import _Markup

/// What a message says, in a person's language.
package struct MessageText: Sendable {
  /// The message.
  package let message: OutgoingMessage
  /// The service's name: `pages.name`.
  package let app: String
  /// The language nearest to the one asked for.
  package let language: Language

  /// The texts of a message.
  package init(_ message: OutgoingMessage, app: String) {
    self.message = message
    self.app = HeaderText.oneLine(app)
    language = Language.negotiated(acceptLanguage: message.locale?.replacing("_", with: "-"))
  }

  /// The subject of a mail.
  package var subject: String { say(keys.subject) }

  /// The text of a telephone's message.
  package var telephoneText: String { say(.textCode) }

  /// A mail's plain text.
  package var plain: String {
    var blocks = [say(keys.lead)]
    if let link = message.link { blocks += ["\(say(keys.action)):\n\(link)"] }
    blocks += notes.map { say($0) }
    return blocks.joined(separator: "\n\n") + "\n\n-- \n" + say(.mailSignature) + "\n"
  }

  /// A mail's HTML: no script, no image, nothing loaded from anywhere.
  package var html: String {
    let font = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif"
    var body: HTML = ""
    if let link = message.link {
      body = """
        <p style="margin:28px 0"><a href="\(link)" target="_blank" rel="noopener noreferrer" \
        style="display:inline-block;padding:12px 22px;border-radius:8px;background:#1d1d1f;color:#ffffff;\
        text-decoration:none;font-weight:600">\(HTML.phrase(keys.action, language, values))</a></p>
        <p style="color:#6e6e73;font-size:13px">\(HTML.phrase(.mailLinkHint, language))<br>\
        <span dir="ltr" style="word-break:break-all">\(link)</span></p>
        """
    }
    let notes = notes.map { note -> HTML in
      "<p style=\"color:#6e6e73;font-size:13px\">\(HTML.phrase(note, language, values))</p>\n"
    }
    let page: HTML = """
      <!doctype html>
      <html lang="\(language.tag)" dir="\(language.direction.rawValue)">
      <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
      <title>\(subject)</title></head>
      <body style="margin:0;padding:24px;background:#f5f5f7;color:#1d1d1f;\(font);line-height:1.5">
      <div dir="\(language.direction.rawValue)" style="max-width:520px;margin:0 auto;padding:28px;\
      background:#ffffff;border-radius:14px">
      <p style="margin:0 0 20px;font-weight:600">\(app)</p>
      <p style="font-size:17px">\(HTML.phrase(keys.lead, language, values))</p>
      \(body)
      \(notes)
      </div>
      <p style="max-width:520px;margin:16px auto 0;color:#6e6e73;font-size:12px">\
      \(HTML.phrase(.mailSignature, language, values))</p>
      </body>
      </html>

      """
    return page.markup
  }

  private var keys: (subject: PhraseKey, lead: PhraseKey, action: PhraseKey) {
    switch message.kind {
    case .passwordReset: (.mailResetSubject, .mailResetLead, .mailResetAction)
    case .verifyEmail: (.mailVerifySubject, .mailVerifyLead, .mailVerifyAction)
    case .emailSignIn: (.mailSignInSubject, .mailSignInLead, .mailSignInAction)
    case .verifyAndChangeEmail: (.mailChangeSubject, .mailChangeLead, .mailVerifyAction)
    case .emailChanged: (.mailChangedSubject, .mailChangedLead, .mailChangedAction)
    case .secondFactorEnrolled: (.mailFactorAddedSubject, .mailFactorAddedLead, .mailChangedAction)
    case .secondFactorWithdrawn: (.mailFactorRemovedSubject, .mailFactorRemovedLead, .mailChangedAction)
    case .passwordChanged: (.mailPasswordChangedSubject, .mailPasswordChangedLead, .mailChangedAction)
    case .phoneCode: (.textCode, .textCode, .textCode)
    }
  }

  private var notes: [PhraseKey] {
    switch message.kind {
    case .passwordReset, .verifyEmail, .emailSignIn, .verifyAndChangeEmail: [.mailOnce, .mailIgnore]
    case .emailChanged: [.mailOnce]
    case .secondFactorEnrolled, .secondFactorWithdrawn, .passwordChanged: [.mailNotYou]
    case .phoneCode: []
    }
  }

  private var values: [String: String] {
    [
      "app": app, "email": message.email ?? message.recipient, "newEmail": message.newEmail ?? "–",
      "code": message.code ?? "",
    ]
  }

  /// A text with its holes filled. Only beside words that run the other way is what is filled in isolated: in
  /// plain text the marks would be copied along with an address.
  private func say(_ key: PhraseKey) -> String {
    let isolates = language.direction == .rightToLeft
    return Phrases.parts(key, in: language).map { part in
      switch part {
      case .text(let words): words
      case .hole(let name):
        isolates ? "\u{2068}" + (values[name] ?? "") + "\u{2069}" : values[name] ?? ""
      }
    }.joined()
  }
}
