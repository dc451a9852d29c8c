import BramleyCrypto
import BramleyHTTP

/// A secret that one browser holds in a cookie; flows and forms are bound to it (R39, A25, A35).
struct BrowserKey: Sendable, Hashable {
  /// The cookie's value: 32 random bytes in base64url.
  let text: String
  /// Whether the browser does not have it yet.
  let isNew: Bool

  /// The key that the browser brought, or a new one.
  init(cookie: String?, random: any RandomSource) {
    if let cookie, cookie.utf8.count == 43, Base64URL.decode(cookie)?.count == 32 {
      text = cookie
      isNew = false
    } else {
      text = Base64URL.encode(random.bytes(32))
      isNew = true
    }
  }

  /// The cookie's name; browsers let nobody else set one with the prefix (A35).
  static func cookieName(_ address: ServiceAddress) -> String {
    SetCookie.hostName("bramley_browser", isSecure: address.isSecure, path: address.cookiePath)
  }

  /// What a pending flow keeps of the key: its hash, which sets no cookie.
  var binding: String { SHA256.digest(utf8: "bramley flow\n" + text).hex }

  /// The token that a form of this browser carries.
  ///
  /// A page elsewhere cannot know it, since it is made from the cookie; it changes with the session, so
  /// that a form from before a sign-in does nothing after it.
  func formToken(session: String?) -> String {
    Base64URL.encode(SHA256.digest(utf8: "bramley form\n\(text)\n\(session ?? "")").bytes)
  }
}
