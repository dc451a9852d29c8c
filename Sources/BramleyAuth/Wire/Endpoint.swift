/// A call that the service knows.
struct Endpoint: Sendable {
  enum Method: String, Sendable { case get = "GET", post = "POST" }

  let method: Method
  let path: String
  /// Whether repeating it after a lost answer does no harm, by R20, R31 or its nature.
  let mayRepeat: Bool
  let timeout: Duration

  private init(_ method: Method, _ path: String, mayRepeat: Bool = true, timeout: Duration = .seconds(20)) {
    self.method = method
    self.path = path
    self.mayRepeat = mayRepeat
    self.timeout = timeout
  }

  private static func toolkit(_ name: String, mayRepeat: Bool = true) -> Endpoint {
    Endpoint(.post, "/identitytoolkit.googleapis.com/v1/accounts:\(name)", mayRepeat: mayRepeat)
  }

  static let signInWithIdp = toolkit("signInWithIdp")
  static let signInWithPassword = toolkit("signInWithPassword")
  static let signInWithCustomToken = toolkit("signInWithCustomToken")
  // A lost answer may have made an account; repeating it would make another one.
  static let signUp = toolkit("signUp", mayRepeat: false)
  static let lookup = toolkit("lookup")
  static let update = toolkit("update")
  static let delete = toolkit("delete")
  static let sendOobCode = toolkit("sendOobCode", mayRepeat: false)
  static let revokeToken = Endpoint(.post, "/identitytoolkit.googleapis.com/v2/accounts:revokeToken")
  static let refresh = Endpoint(.post, "/securetoken.googleapis.com/v1/token")

  static let listSessions = Endpoint(.post, "/v1/sessions:list")
  static let endSessions = Endpoint(.post, "/v1/sessions:end")
  static let signOut = Endpoint(.post, "/v1/sessions:signOut")
  static let recordConsent = Endpoint(.post, "/v1/consents:record", mayRepeat: false)
  static let listConsents = Endpoint(.post, "/v1/consents:list")
  static let credentialState = Endpoint(.post, "/v1/apple:credentialState")
  static let export = Endpoint(.post, "/v1/account:export")
  static let discovery = Endpoint(.get, "/.well-known/openid-configuration")
  static let readiness = Endpoint(.get, "/readyz")

  /// A long poll: the service holds it for at most 30 seconds.
  static func events(after: Int) -> Endpoint {
    Endpoint(.get, "/v1/events?after=\(after)", mayRepeat: false, timeout: .seconds(45))
  }
}
