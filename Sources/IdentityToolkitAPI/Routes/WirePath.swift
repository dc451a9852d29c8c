import BramleyHTTP

/// A path of the wire and what it stands for.
struct WirePath: Sendable, Hashable {
  /// What a path stands for.
  enum Kind: Sendable, Hashable {
    /// What client SDKs call in v1 and v2.
    case client
    /// A name of v3, which the Apple SDK and Android use; any method counts.
    case legacy
    /// Admin calls with the project in the path.
    case project
    /// Everything else.
    case own
  }

  let pattern: RoutePattern
  let kind: Kind

  private static let toolkit = "/identitytoolkit.googleapis.com"

  /// `/identitytoolkit.googleapis.com/v1/…`.
  static func v1(_ rest: String) -> WirePath {
    WirePath(pattern: RoutePattern("\(toolkit)/v1/\(rest)"), kind: .client)
  }

  /// `/identitytoolkit.googleapis.com/v2/…`.
  static func v2(_ rest: String) -> WirePath {
    WirePath(pattern: RoutePattern("\(toolkit)/v2/\(rest)"), kind: .client)
  }

  /// The v3 name of an operation.
  static func v3(_ name: String) -> WirePath {
    WirePath(
      pattern: RoutePattern("/www.googleapis.com/identitytoolkit/v3/relyingparty/\(name)"), kind: .legacy)
  }

  /// `/identitytoolkit.googleapis.com/v1/projects/{project}` and what follows it.
  static func project(_ rest: String, version: String = "v1") -> WirePath {
    WirePath(pattern: RoutePattern("\(toolkit)/\(version)/projects/{project}\(rest)"), kind: .project)
  }

  /// Any other path.
  static func own(_ path: String) -> WirePath { WirePath(pattern: RoutePattern(path), kind: .own) }

  /// Whether scripts of authorized domains may use a path at all (R4).
  static func isWire(_ path: String) -> Bool {
    [
      "/identitytoolkit.googleapis.com/", "/www.googleapis.com/identitytoolkit/",
      "/securetoken.googleapis.com/", "/v1/",
    ]
    .contains { path.hasPrefix($0) } || path.hasSuffix("/.well-known/openid-configuration")
      || path == "/.well-known/jwks.json"
  }
}
