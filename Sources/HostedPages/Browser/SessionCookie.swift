import BramleyCrypto
import BramleyHTTP

/// The cookie that keeps a person signed in to the pages.
enum SessionCookie {
  /// The cookie's name.
  static func name(_ address: ServiceAddress) -> String {
    SetCookie.hostName("bramley_session", isSecure: address.isSecure, path: address.cookiePath)
  }

  /// Signs the browser in.
  static func set(
    _ token: Secret, lifetime: Duration, for address: ServiceAddress, on response: inout HTTPResponse
  ) {
    response.set(
      SetCookie(
        name: name(address), value: token.revealText() ?? "", path: address.cookiePath, maxAge: lifetime,
        isSecure: address.isSecure))
  }

  /// Signs the browser out.
  static func remove(for address: ServiceAddress, on response: inout HTTPResponse) {
    response.removeCookie(name(address), path: address.cookiePath, isSecure: address.isSecure)
  }
}
