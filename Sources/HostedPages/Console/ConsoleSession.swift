import Accounts
import BramleyCrypto
import BramleyHTTP

/// Somebody who is signed in to the console.
struct ConsoleSession: Codable, Sendable {
  /// The name of the token, as the audit shows it.
  let name: String
  /// The token's identifier; nil after a one-time address or in development.
  let token: String?
  /// What is allowed, by name.
  let scopes: [String]

  /// How long the console stays open in a browser.
  static let lifetime: Duration = .seconds(8 * 3600)

  func allows(_ scope: ConsoleScope) -> Bool { scopes.contains(scope.rawValue) }

  /// Refuses a step that the token does not allow.
  func require(_ scope: ConsoleScope) throws(ConsoleRefusal) {
    guard allows(scope) else { throw .scope(scope) }
  }
}

/// Why the console does not do something; an administrator reads it.
enum ConsoleRefusal: Error, Sendable {
  /// Nobody is signed in.
  case signedOut
  /// The token lacks a scope.
  case scope(ConsoleScope)
  /// There is no such account.
  case noAccount

  var status: Int {
    switch self {
    case .signedOut: 401
    case .scope: 403
    case .noAccount: 404
    }
  }

  var sentence: String {
    switch self {
    case .signedOut: "Please sign in."
    case .scope(let scope): "Your token lacks the scope \(scope.rawValue)."
    case .noAccount: "There is no such account. It may have been deleted."
    }
  }
}

/// The cookie that keeps an administrator in the console; no other site's request carries it.
enum ConsoleCookie {
  static func name(_ address: ServiceAddress) -> String {
    // The path is not "/", so the host prefix would be refused by browsers.
    SetCookie.hostName("bramley_console", isSecure: address.isSecure, path: address.path("/admin"))
  }

  static func set(_ handle: Secret, for address: ServiceAddress, on response: inout HTTPResponse) {
    response.set(
      SetCookie(
        name: name(address), value: handle.revealText() ?? "", path: address.path("/admin"),
        maxAge: ConsoleSession.lifetime, isSecure: address.isSecure, sameSite: .strict))
  }

  static func remove(for address: ServiceAddress, on response: inout HTTPResponse) {
    response.removeCookie(name(address), path: address.path("/admin"), isSecure: address.isSecure)
  }
}
