/// The bodies of requests, in the wire's own spelling.
enum WireBodies {
  struct IdpSignIn: Encodable {
    var requestUri = "http://localhost"
    var postBody: String?
    var pendingToken: String?
    var idToken: String?
    var autoCreate = true
    var consent: ConsentStatement?
    let returnSecureToken = true
    // The conflict answers then come with a credential for another try.
    let returnIdpCredential = true
  }

  struct Password: Encodable {
    var email: String?
    var password: String?
    var displayName: String?
    var idToken: String?
    var consent: ConsentStatement?
    let returnSecureToken = true
  }

  struct CustomToken: Encodable {
    let token: String
    let returnSecureToken = true
  }

  struct Identified: Encodable { let idToken: String }

  struct Refresh: Encodable {
    let grant_type = "refresh_token"
    let refresh_token: String
  }

  struct Update: Encodable {
    let idToken: String
    var displayName: String?
    var photoUrl: String?
    var email: String?
    var password: String?
    var deleteAttribute: [String]?
    var deleteProvider: [String]?
    let returnSecureToken = true
  }

  struct Revoke: Encodable {
    let idToken: String
    let token: String
    let providerId = "apple.com"
    let tokenType = "CODE"
  }

  struct OobCode: Encodable {
    let requestType: String
    var email: String?
    var idToken: String?
  }

  struct EndSessions: Encodable {
    let idToken: String
    var sid: String?
    var others: Bool?
    var all: Bool?
  }

  struct SignOut: Encodable { let refreshToken: String }

  struct RecordConsent: Encodable {
    let idToken: String
    let statement: ConsentStatement

    private enum CodingKeys: String, CodingKey { case idToken, kind, version, text, locale }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(idToken, forKey: .idToken)
      try container.encode(statement.kind, forKey: .kind)
      try container.encode(statement.version, forKey: .version)
      try container.encode(statement.text, forKey: .text)
      try container.encode(statement.locale, forKey: .locale)
    }
  }
}
