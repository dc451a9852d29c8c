import AuthenticationServices

extension SignInWithApple {
  /// Offers the accounts that the device knows for this app: Apple and saved passwords in one sheet.
  ///
  /// - Parameter quietly: Shows nothing when nothing is saved, for use at launch. Where the system cannot
  ///   promise that (tvOS, watchOS) the quiet form answers nil at once.
  /// - Returns: What the person chose; nil if nothing is saved or, in the quiet form, if the sheet was closed.
  /// - Throws: The system's failure, or the first check of an Apple credential that failed.
  public func existingAccount(
    quietly: Bool = false
  ) async throws(AppleSignInError) -> ExistingAccount? {
    if quietly, !SystemPlatform.hasQuietForm { return nil }
    return try await perform(.existingAccount(quietly: quietly)) { prepared in
      let apple = ASAuthorizationAppleIDProvider().createRequest()
      self.fill(apple, prepared, scopes: [.fullName, .email])
      return [apple, ASAuthorizationPasswordProvider().createRequest()]
    }
  }
}
