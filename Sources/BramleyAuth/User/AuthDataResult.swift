/// What a sign-in, link or reauthentication yields.
public struct AuthDataResult: Sendable {
  /// Who is signed in now.
  public let user: User
  /// What the provider said.
  public let additionalUserInfo: AdditionalUserInfo?
  /// The credential that was used; Apple's is used up.
  public let credential: AuthCredential?
}

/// What the provider said at a sign-in.
public struct AdditionalUserInfo: Sendable, Equatable {
  /// The provider.
  public let providerID: String?
  /// Whether the sign-in made the account.
  public let isNewUser: Bool
  /// What the provider said, as JSON text.
  public let profile: String?

  init(providerID: String?, isNewUser: Bool, profile: String?) {
    self.providerID = providerID
    self.isNewUser = isNewUser
    self.profile = profile
  }

  init(_ answer: WireAnswers.SignIn) {
    self.init(
      providerID: answer.providerId, isNewUser: answer.isNewUser ?? false, profile: answer.rawUserInfo)
  }
}
