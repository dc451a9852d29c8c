import BramleyJOSE

extension SignInWithIdPResponse {
  /// The answer as JSON text, written directly: a sign-in's.
  func encoded() -> [UInt8] {
    var writer = JSONWriter(capacity: 4096)
    writer.object { writer in
      writer.member("kind", kind)
      writer.member("context", context)
      writer.member("providerId", providerId)
      writer.member("federatedId", federatedId)
      writer.member("email", email)
      writer.member("emailVerified", emailVerified)
      writer.member("displayName", displayName)
      writer.member("fullName", fullName)
      writer.member("firstName", firstName)
      writer.member("lastName", lastName)
      writer.member("screenName", screenName)
      writer.member("photoUrl", photoUrl)
      writer.member("rawUserInfo", rawUserInfo)
      writer.member("oauthIdToken", oauthIdToken)
      writer.member("oauthAccessToken", oauthAccessToken)
      writer.member("pendingToken", pendingToken)
      writer.member("localId", localId)
      writer.member("isNewUser", isNewUser)
      writer.member("needConfirmation", needConfirmation)
      writer.member("verifiedProvider", verifiedProvider) { $1.string($0) }
      writer.member("errorMessage", errorMessage)
      writer.member("idToken", idToken)
      writer.member("refreshToken", refreshToken)
      writer.member("expiresIn", expiresIn)
    }
    return writer.bytes
  }
}
