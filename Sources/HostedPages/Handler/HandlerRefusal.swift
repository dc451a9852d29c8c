/// Why the handler does not go on; a developer reads it, so it is JSON and says what to change.
enum HandlerRefusal: Error, Sendable, Hashable {
  /// A parameter is missing.
  case missing(String)
  /// A parameter stands twice or is too long.
  case malformed
  /// Only `apple.com` has a page.
  case provider
  /// Tenants are not offered (R10).
  case tenant
  /// The page is not one of `web.authorizedDomains` (R38).
  case page
  /// The app is not one of `apple.bundleIds`.
  case app
  /// The app is not one of `web.androidPackages`.
  case package

  var status: Int {
    switch self {
    case .tenant, .provider: 501
    case .page, .app, .package: 403
    case .missing, .malformed: 400
    }
  }

  /// The sentence for the developer.
  var instructions: String {
    switch self {
    case .missing(let name): "Please specify the query parameter `\(name)`."
    case .malformed: "A query parameter stands twice or is too long."
    case .provider: "Only the provider apple.com is offered on this page."
    case .tenant: "Tenants are not offered."
    case .page: "`redirectUrl` is not on a domain of web.authorizedDomains; beyond loopback it needs https."
    case .package: "`apn` is not one of web.androidPackages."
    case .app: "`ibi` is not one of apple.bundleIds, or the app's URL scheme is none."
    }
  }
}
