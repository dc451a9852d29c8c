import _Markup
import Accounts
import BramleyHTTP

/// What a mail link says (wire §1.1): the code, and where the person goes afterwards.
struct ActionRequest: Sendable {
  /// The code; what it is for stands in the code, not in the link.
  let code: String
  /// What the link says that it is for.
  let mode: String
  /// Where to go afterwards; only a page that may sign people in (R38), so that nobody's mail of ours leads
  /// to a stranger's site.
  let continueURL: String?
  /// The language of the mail.
  let language: String?
  /// What an app wants back with a sign-in link.
  let apiKey: String?

  /// Reads a link's query, or the form of its page; nil when the code is missing or something stands twice.
  init?(_ fields: FormFields, configuration: HostedPages.Configuration) {
    guard !fields.hasRepeatedName, let code = fields["oobCode"], !code.isEmpty, code.utf8.count <= 256 else {
      return nil
    }
    self.code = code
    mode = String((fields["mode"] ?? "").prefix(64))
    continueURL = fields["continueUrl"].flatMap { url in
      WebAddress(url).flatMap { AuthorizedOrigins(configuration).contains($0) ? url : nil }
    }
    language = fields["lang"].map { String($0.prefix(35)) }
    apiKey = fields["apiKey"].map { String($0.prefix(256)) }
  }

  /// The fields that carry it through the page's form.
  var hiddenFields: HTML {
    let fields: [(String, String?)] = [
      ("oobCode", code), ("mode", mode), ("continueUrl", continueURL), ("lang", language), ("apiKey", apiKey),
    ]
    return fields.reduce("") { html, field in
      guard let value = field.1 else { return html }
      return "\(html)<input type=\"hidden\" name=\"\(field.0)\" value=\"\(value)\">"
    }
  }

  /// Where a sign-in link goes on to: the app's page with everything that it needs to finish (wire §4.18).
  var appAddress: String? {
    guard let continueURL else { return nil }
    var fields: FormFields = ["mode": OutOfBandCode.Purpose.emailSignIn.linkMode, "oobCode": code]
    if let apiKey { fields.add("apiKey", apiKey) }
    if let language { fields.add("lang", language) }
    // Behind a fragment a query would never arrive.
    let cut = continueURL.firstIndex(of: "#") ?? continueURL.endIndex
    let (page, fragment) = (continueURL[..<cut], continueURL[cut...])
    return page + (page.contains("?") ? "&" : "?") + fields.encoded + fragment
  }
}
