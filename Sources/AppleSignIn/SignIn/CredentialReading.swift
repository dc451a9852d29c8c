import AuthenticationServices
import Foundation

/// Turns what the system hands over into a checked value, and keeps what comes only once.
struct CredentialReading: Sendable {
  let configuration: SignInConfiguration
  let prepared: PreparedRequest

  func account(_ authorization: ASAuthorization) async throws(AppleSignInError) -> ExistingAccount {
    switch authorization.credential {
    case let apple as ASAuthorizationAppleIDCredential: return .apple(try await credential(apple))
    case let password as ASPasswordCredential:
      return .password(PasswordCredential(user: password.user, password: password.password))
    default: throw AppleSignInError(.unexpectedCredential)
    }
  }

  func credential(
    _ system: ASAuthorizationAppleIDCredential
  ) async throws(AppleSignInError) -> AppleCredential {
    guard system.state == prepared.state else { throw AppleSignInError(.stateMismatch) }
    guard let bytes = system.identityToken, let token = String(data: bytes, encoding: .utf8) else {
      throw AppleSignInError(.missingIdentityToken)
    }
    let contents = try IdentityTokenContents(token)
    try contents.check(
      user: system.user, nonce: prepared.nonce, audiences: configuration.audiences,
      now: configuration.now(), tolerance: configuration.clockTolerance)
    return await complete(system, token, contents)
  }

  private func complete(
    _ system: ASAuthorizationAppleIDCredential, _ token: String, _ contents: IdentityTokenContents
  ) async -> AppleCredential {
    let user = AppleUserID(system.user)
    // Later authorizations often carry a name without any part: that is none.
    let given = system.fullName.flatMap { $0.isWithoutParts ? nil : $0 }
    let isFirst = given != nil || system.email != nil
    var isKept = false
    var kept: FirstAuthorization?
    if isFirst {
      isKept = await configuration.vault.keep(
        FirstAuthorization(user: user, name: given, email: system.email, at: configuration.now()))
    }
    if given == nil { kept = await configuration.vault.authorization(of: user) }
    return AppleCredential(
      user: user, identityToken: token,
      authorizationCode: system.authorizationCode.flatMap { String(data: $0, encoding: .utf8) },
      rawNonce: prepared.nonce.text, name: given ?? kept?.name,
      email: system.email ?? contents.email ?? kept?.email,
      realUserHint: AppleCredential.RealUserHint(rawValue: system.realUserStatus.rawValue) ?? .unknown,
      ageRange: SystemPlatform.ageRange(system), state: prepared.state,
      allowsName: system.authorizedScopes.contains(.fullName),
      allowsEmail: system.authorizedScopes.contains(.email), isFirstAuthorization: isFirst,
      isKeptInVault: isKept)
  }
}

extension PersonNameComponents {
  /// Whether every part is missing or empty.
  var isWithoutParts: Bool {
    [namePrefix, givenName, middleName, familyName, nameSuffix, nickname].allSatisfy { $0?.isEmpty ?? true }
  }
}
