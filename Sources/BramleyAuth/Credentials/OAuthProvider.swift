public import Foundation

/// Makes credentials of Apple from the parts that the system hands over, under Firebase's names.
public enum OAuthProvider {
  /// A credential of Apple, with the name of the first authorization.
  ///
  /// - Parameters:
  ///   - idToken: The identity token.
  ///   - rawNonce: The nonce before hashing.
  ///   - fullName: The name, if the system gave one.
  ///   - authorizationCode: The code, so that the service can revoke the authorization later.
  public static func appleCredential(
    withIDToken idToken: String, rawNonce: String?, fullName: PersonNameComponents? = nil,
    authorizationCode: String? = nil
  ) -> AuthCredential {
    AuthCredential(
      provider: AuthProviderID.apple.rawValue,
      proof: .apple(
        AuthCredential.ApplePieces(
          identityToken: idToken, rawNonce: rawNonce, authorizationCode: authorizationCode, name: fullName)))
  }

  /// A credential of Apple; the code may be given as access token, as guides tell apps to do.
  public static func credential(
    providerID: AuthProviderID = .apple, idToken: String, rawNonce: String?, accessToken: String? = nil
  ) -> AuthCredential {
    appleCredential(withIDToken: idToken, rawNonce: rawNonce, authorizationCode: accessToken)
  }
}

/// Makes credentials of address and password, under Firebase's name.
public enum EmailAuthProvider {
  /// A credential of address and password.
  public static func credential(withEmail email: String, password: String) -> AuthCredential {
    AuthCredential(
      provider: AuthProviderID.email.rawValue, proof: .password(email: email, password: password))
  }
}
