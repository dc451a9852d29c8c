import AuthenticationServices
import Foundation

extension SimulatedDevice {
  /// Has Apple authorize the app and makes the credential from its answer.
  func authorize(
    _ name: PersonAnswer.NameChoice, hidesEmail: Bool, _ attempt: AuthorizationAttempt,
    _ altered: PersonAnswer.Alteration?
  ) async -> AuthorizationAnswer {
    guard let account,
      let request = attempt.requests.lazy.compactMap({ $0 as? ASAuthorizationAppleIDRequest }).first
    else { return .failure(SystemFailure.withoutAccount) }
    let scopes = request.requestedScopes ?? []
    do {
      var question = NativeAuthorizationRequest(
        clientID: bundleIdentifier, account: account, nonce: request.nonce, state: request.state)
      question.asksForName = scopes.contains(.fullName)
      question.asksForEmail = scopes.contains(.email)
      question.hidesEmail = hidesEmail
      question.name = Self.name(name, of: account)
      let answer = try await apple.authorize(question)
      let credential = credential(answer, account, altered)
      return .authorization(ASAuthorization(provider: request.provider, credential: credential))
    } catch {
      return .failure(SystemFailure.error(1002, reason: String(describing: error)))
    }
  }

  static func name(
    _ choice: PersonAnswer.NameChoice, of account: DeviceAccount
  ) -> PersonNameComponents {
    switch choice {
    case .asKept: account.name
    case .edited(let name): name
    case .emptied: PersonNameComponents()
    }
  }

  private func credential(
    _ answer: NativeAuthorization, _ account: DeviceAccount, _ altered: PersonAnswer.Alteration?
  ) -> ASAuthorizationAppleIDCredential {
    var state = answer.state
    var token: String? = answer.identityToken
    var code: String? = answer.authorizationCode
    switch altered {
    case nil: break
    case .state(let other): state = other
    case .nonce(let other): token = UnsignedToken.altering(answer.identityToken, ["nonce": other])
    case .audience(let other): token = UnsignedToken.altering(answer.identityToken, ["aud": other])
    case .expired: token = UnsignedToken.altering(answer.identityToken, ["exp": 1_000_000_000])
    case .noIdentityToken: token = nil
    case .noAuthorizationCode: code = nil
    case .unreadableToken: token = "not a token"
    }
    var scopes: [ASAuthorization.Scope] = []
    if answer.allowsName { scopes.append(.fullName) }
    if answer.allowsEmail { scopes.append(.email) }
    return ASAuthorizationAppleIDCredential(
      user: answer.user, state: state, authorizedScopes: scopes,
      authorizationCode: code.map { Data($0.utf8) }, identityToken: token.map { Data($0.utf8) },
      email: answer.email,
      fullName: answer.name ?? (sendsEmptyNameLater ? PersonNameComponents() : nil),
      realUserStatus: account.realUserStatus, userAgeRange: account.ageRange)
  }
}
