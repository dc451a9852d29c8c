import Foundation

/// The bodies of answers; every member may be missing, since a service says only what applies.
enum WireAnswers {
  struct SignIn: Decodable, Sendable {
    var localId: String?
    var idToken: String?
    var refreshToken: String?
    var expiresIn: String?
    var email: String?
    var emailVerified: Bool?
    var displayName: String?
    var isNewUser: Bool?
    var providerId: String?
    var rawUserInfo: String?
    var needConfirmation: Bool?
    var verifiedProvider: [String]?
    var errorMessage: String?
    var pendingToken: String?
    var oauthIdToken: String?
  }

  struct Refresh: Decodable, Sendable {
    let id_token: String?
    let access_token: String?
    let refresh_token: String?
    let expires_in: String
    let user_id: String?

    var idToken: String? { id_token ?? access_token }
  }

  struct Lookup: Decodable, Sendable { let users: [AccountRecord]? }

  struct Update: Decodable, Sendable {
    var idToken: String?
    var refreshToken: String?
    var expiresIn: String?
  }

  struct Sessions: Decodable, Sendable { let sessions: [AccountSession] }
  struct Consents: Decodable, Sendable { let consents: [RecordedConsent] }

  struct CredentialState: Decodable, Sendable {
    let state: String
    let user: String?
  }

  struct Events: Decodable, Sendable {
    let events: [ServerEvent]
    let next: Int
  }

  struct Discovery: Decodable, Sendable { let issuer: String }

  struct Nothing: Decodable, Sendable {}

  struct Failure: Decodable, Sendable {
    struct Body: Decodable, Sendable {
      let message: String?
      let status: String?
    }
    let error: Body
  }
}
