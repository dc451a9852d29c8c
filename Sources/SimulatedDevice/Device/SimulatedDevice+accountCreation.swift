import AuthenticationServices
import BramleyCrypto
import Foundation

extension SimulatedDevice {
  /// The request for a new account, if there is one; it comes alone.
  static func accountCreation(
    in attempt: AuthorizationAttempt
  ) -> ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest? {
    attempt.requests.lazy
      .compactMap { $0 as? ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest }.first
  }

  /// Sends whoever signs in with Apple here already to that, and wants a place for the passkey.
  func refuseAccountCreationIfImpossible() async throws {
    if let account, try await apple.hasGrant(clientID: bundleIdentifier, email: account.email) {
      throw SystemFailure.prefersApple
    }
    guard isConfiguredForPasskeys else { throw SystemFailure.withoutPasskeys }
  }

  /// Makes an account with what the person gives; the passkey signs nothing that could be verified.
  func createAccount(
    _ request: ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest,
    _ name: PersonAnswer.NameChoice
  ) -> AuthorizationAnswer {
    guard let account, request.acceptedContactIdentifiers.contains(.email) else {
      return .failure(SystemFailure.nobodyAsked)
    }
    let challenge = Base64URL.encode(Array(request.challenge))
    let origin = "https://" + request.relyingPartyIdentifier
    let client = #"{"type":"webauthn.create","challenge":"\#(challenge)","origin":"\#(origin)"}"#
    let registration = ASAuthorizationPlatformPublicKeyCredentialRegistration(
      rawClientDataJSON: Data(client.utf8), credentialID: Data(SystemRandomSource().bytes(20)),
      rawAttestationObject: nil)
    let credential = ASAuthorizationAccountCreationPlatformPublicKeyCredential(
      contactIdentifier: .email(ASEmailIdentifier(value: account.email)),
      credentialRegistration: registration,
      name: request.shouldRequestName ? Self.name(name, of: account) : nil)
    return .authorization(ASAuthorization(provider: request.provider, credential: credential))
  }
}
