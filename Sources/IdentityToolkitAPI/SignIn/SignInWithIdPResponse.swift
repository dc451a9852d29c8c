import Accounts
import BramleyCrypto

/// The answer of `accounts:signInWithIdp` (wire §4.3).
///
/// `needConfirmation`, `errorMessage` and `isNewUser` stand only when they apply: SDKs test for presence.
struct SignInWithIdPResponse: WireResponse {
  var kind = "identitytoolkit#VerifyAssertionResponse"
  var context = ""
  var providerId: String
  var federatedId: String
  var email: String?
  var emailVerified: Bool?
  var displayName: String?
  var fullName: String?
  var firstName: String?
  var lastName: String?
  var screenName: String?
  var photoUrl: String?
  var rawUserInfo: String
  var oauthIdToken: String?
  var oauthAccessToken: String?
  var pendingToken: String?
  var localId: String?
  var isNewUser: Bool?
  var needConfirmation: Bool?
  var verifiedProvider: [String]?
  var errorMessage: String?
  var idToken: String?
  var refreshToken: String?
  var expiresIn: String?

  /// The provider's part.
  init(_ profile: ProviderProfile) {
    let identity = profile.identity
    providerId = identity.provider.rawValue
    federatedId =
      identity.provider == .google ? "https://accounts.google.com/\(identity.subject)" : identity.subject
    email = identity.email
    emailVerified = identity.email == nil ? nil : identity.isEmailVerified
    displayName = identity.displayName
    fullName = identity.displayName
    firstName = profile.givenName
    lastName = profile.familyName
    screenName = identity.screenName
    photoUrl = identity.photoURL
    rawUserInfo = profile.rawUserInfo
    oauthIdToken = profile.identityToken
    oauthAccessToken = profile.accessToken
  }

  /// A session is open.
  init(_ signedIn: SignedIn, _ profile: ProviderProfile) {
    self.init(profile)
    let account = signedIn.account
    if let own = account.email, own == profile.identity.email { emailVerified = account.isEmailVerified }
    displayName = profile.identity.displayName ?? account.displayName
    fullName = displayName
    localId = account.id.text
    isNewUser = signedIn.isNewAccount ? true : nil
    let tokens = TokenMembers(signedIn.tokens)
    idToken = tokens.idToken
    refreshToken = tokens.refreshToken
    expiresIn = tokens.expiresIn
  }
}
