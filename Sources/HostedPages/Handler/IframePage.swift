import _Markup
import BramleyHTTP

/// The hidden page by which an SDK hears of the end of a flow (wire §7.4, R40).
///
/// It is the one page that names a third party: the unchanged SDK speaks Google's `gapi.iframes`. With
/// `web.gapi` off it speaks only our own replacement, which `/__/auth/gapi.js` gives to the other side.
struct IframePage: Sendable {
  let visit: Visit
  let pages: HostedPages

  private static let google = "https://apis.google.com"

  func response() -> HTTPResponse {
    let usesGapi = pages.configuration.usesGapi
    let script = visit.address.path("/__/auth/iframe.js")
    let page: HTML = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Auth</title>
      <script src="\(script)" data-gapi="\(usesGapi ? "yes" : "no")" defer></script>
      </head><body></body></html>

      """
    var response = HTTPResponse.html(page.markup)
    let hosts = usesGapi ? " \(Self.google)" : ""
    // Who may hold the frame is the browser's to check: no script of ours could know its parent for sure.
    response.headers["content-security-policy"] =
      "default-src 'none'; script-src 'self'\(hosts); base-uri 'none'; form-action 'none'; "
      + (usesGapi ? "frame-src \(Self.google); connect-src \(Self.google); " : "")
      + "frame-ancestors \(AuthorizedOrigins(pages.configuration).frameAncestors)"
    response.headers["cache-control"] = "no-store"
    response.headers["x-content-type-options"] = "nosniff"
    response.headers["referrer-policy"] = "no-referrer"
    response.headers["cross-origin-resource-policy"] = "cross-origin"
    return response
  }
}
