import _Markup
import BramleyCrypto
import BramleyHTTP

/// Judges whether a form was sent from a page of ours by the browser that got it.
enum FormOrigin {
  /// Why a form is not taken.
  enum Refusal: String, Error, Sendable {
    /// The browser says that another site sent it.
    case anotherSite = "another site"
    /// The page was opened under another name than the service's (FR-65).
    case anotherName = "another name of the service"
    /// The browser says nothing about where it comes from.
    case unknown = "no origin"
    /// The token is missing, another browser's, or from before a sign-in.
    case token = "form token"
    /// The body is not a form.
    case body = "not a form"
  }

  /// The fields of a form of ours.
  ///
  /// Both of what the browser says count, `Sec-Fetch-Site` and `Origin`; one of them must be there.
  static func fields(of visit: Visit) throws(Refusal) -> FormFields {
    let headers = visit.request.headers
    let site = headers["sec-fetch-site"]
    let origin = headers["origin"]
    if let site, site != "same-origin" { throw .anotherSite }
    if let origin, origin != visit.address.origin {
      // Same-origin for the browser, yet not the name that the service goes by.
      throw site == nil ? .anotherSite : .anotherName
    }
    if site == nil, origin == nil { throw .unknown }
    let type = headers["content-type"]?.prefix { $0 != ";" }.lowercased()
    guard type == "application/x-www-form-urlencoded", visit.request.body.count <= 65_536,
      let text = String(validating: visit.request.body, as: UTF8.self),
      let fields = FormFields(parsing: text),
      !fields.hasRepeatedName
    else { throw .body }
    let expected = visit.browser.formToken(session: visit.sessionToken)
    guard !visit.browser.isNew, let token = fields["token"], constantTimeEquals(token, expected) else {
      throw .token
    }
    return fields
  }

  /// The hidden field that a form of ours carries.
  static func field(_ visit: Visit) -> HTML {
    "<input type=\"hidden\" name=\"token\" value=\"\(visit.browser.formToken(session: visit.sessionToken))\">"
  }
}
