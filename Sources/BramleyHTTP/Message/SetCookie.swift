/// A cookie that an answer sets.
///
/// - Standard: RFC 6265 §4.1, and the prefixes of draft-ietf-httpbis-rfc6265bis §4.1.3.
public struct SetCookie: Sendable, Hashable {
  /// Whether a request from another site carries the cookie.
  public enum SameSite: String, Sendable, Hashable {
    /// Never.
    case strict = "Strict"
    /// Only when it is a top-level navigation with a safe method.
    case lax = "Lax"
  }

  /// The name. `__Host-` binds the cookie to exactly this host over https.
  public var name: String
  /// The value, of visible ASCII without quotes, commas, semicolons and backslashes.
  public var value: String
  /// The path that it is sent to.
  public var path: String
  /// How long it lives; nil until the browser is closed, zero or less removes it.
  public var maxAge: Duration?
  /// Whether it travels over https alone.
  public var isSecure: Bool
  /// Whether scripts cannot see it.
  public var isHTTPOnly: Bool
  /// Whether requests from other sites carry it.
  public var sameSite: SameSite

  /// A cookie for this host, out of reach for scripts.
  public init(
    name: String, value: String, path: String = "/", maxAge: Duration? = nil, isSecure: Bool,
    isHTTPOnly: Bool = true, sameSite: SameSite = .lax
  ) {
    self.name = name
    self.value = value
    self.path = path
    self.maxAge = maxAge
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.sameSite = sameSite
  }

  /// The name with the `__Host-` prefix where the service is reached over https at its root, without it
  /// elsewhere: browsers drop a prefixed cookie that is not secure or not for `/`.
  public static func hostName(_ name: String, isSecure: Bool, path: String = "/") -> String {
    isSecure && path == "/" ? "__Host-" + name : name
  }

  /// The field value; nil when a part holds a character that would change the meaning, or when the prefix
  /// promises what the attributes do not keep.
  public var fieldValue: String? {
    guard !name.isEmpty, name.utf8.allSatisfy(FramingRules.isToken),
      value.utf8.allSatisfy(SetCookie.isValueByte), path.hasPrefix("/"),
      path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ";") })
    else { return nil }
    if name.hasPrefix("__Host-"), !isSecure || path != "/" { return nil }
    if name.hasPrefix("__Secure-"), !isSecure { return nil }
    var text = "\(name)=\(value); Path=\(path)"
    if let maxAge { text += "; Max-Age=\(max(0, maxAge.components.seconds))" }
    if isSecure { text += "; Secure" }
    if isHTTPOnly { text += "; HttpOnly" }
    return text + "; SameSite=\(sameSite.rawValue)"
  }

  private static func isValueByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): false
    default: byte > 0x20 && byte < 0x7f
    }
  }
}

extension HTTPResponse {
  /// Sets a cookie; false, and nothing is set, when it cannot be written down safely.
  @discardableResult
  public mutating func set(_ cookie: SetCookie) -> Bool {
    guard let value = cookie.fieldValue else { return false }
    headers.add("set-cookie", value)
    return true
  }

  /// Removes a cookie; name, path and security must be those it was set with.
  public mutating func removeCookie(_ name: String, path: String = "/", isSecure: Bool) {
    set(SetCookie(name: name, value: "", path: path, maxAge: .zero, isSecure: isSecure))
  }
}
