import AuthenticationServices
import Foundation
import Testing

@Suite("Shapes of passkeys and account creation: sheet 1.12 to 1.14") struct PasskeyShapeTests {
  private let challenge = Data("challenge".utf8)
  private let userID = Data("user".utf8)

  @Test("requests for passkeys carry what the app gave and copy with it")
  func passkeys() throws {
    let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.com")
    let request = provider.createCredentialRegistrationRequest(
      challenge: challenge, name: "Maria", userID: userID)
    request.userVerificationPreference = .required
    let copy = try #require(request.copy() as? ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest)
    #expect((copy.challenge, copy.name, copy.userID) == (challenge, "Maria", userID))
    #expect(copy.userVerificationPreference == .required)
    #expect(copy.relyingPartyIdentifier == "example.com")
    let assertion = provider.createCredentialAssertionRequest(challenge: challenge)
    assertion.allowedCredentials = [.init(credentialID: userID)]
    let again = try #require(assertion.copy() as? ASAuthorizationPlatformPublicKeyCredentialAssertionRequest)
    #expect(again.allowedCredentials.map(\.credentialID) == [userID])
  }

  @Test("requests for security keys do, too")
  func securityKeys() throws {
    let provider = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(
      relyingPartyIdentifier: "example.com")
    let request = provider.createCredentialRegistrationRequest(
      challenge: challenge, displayName: "Maria R.", name: "maria", userID: userID)
    request.credentialParameters = [.init(algorithm: .ES256)]
    let copy = try #require(
      request.copy() as? ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest)
    #expect((copy.displayName, copy.name) == ("Maria R.", "maria"))
    #expect(copy.credentialParameters.map(\.algorithm.rawValue) == [-7])
    #expect(provider.createCredentialAssertionRequest(challenge: challenge).challenge == challenge)
  }

  @Test("a request for a new account says what it accepts")
  func accountCreation() {
    let request = ASAuthorizationAccountCreationProvider()
      .createPlatformPublicKeyCredentialRegistrationRequest(
        acceptedContactIdentifiers: [.email, .phoneNumber], shouldRequestName: true,
        relyingPartyIdentifier: "example.com", challenge: challenge, userID: userID)
    #expect(request.acceptedContactIdentifiers == [.email, .phoneNumber])
    #expect(request.shouldRequestName)
    #expect((request.challenge, request.userID) == (challenge, userID))
    #expect(request.provider is ASAuthorizationAccountCreationProvider)
  }

  @Test("single sign-on has no extension here, and its request copies with its values")
  func singleSignOn() throws {
    let url = try #require(URL(string: "https://idp.example.com"))
    let provider = ASAuthorizationSingleSignOnProvider(identityProvider: url)
    #expect(!provider.canPerformAuthorization)
    let request = provider.createRequest()
    request.requestedOperation = .operationLogin
    request.authorizationOptions = [URLQueryItem(name: "tenant", value: "a")]
    request.isUserInterfaceEnabled = false
    let copy = try #require(request.copy() as? ASAuthorizationSingleSignOnRequest)
    #expect(copy.requestedOperation == .operationLogin)
    #expect(copy.authorizationOptions == request.authorizationOptions)
    #expect(!copy.isUserInterfaceEnabled)
  }

  @Test("both requests to change an account name password and service")
  func upgrades() {
    let service = ASCredentialServiceIdentifier(identifier: "example.com", type: .domain)
    let strong = ASAccountAuthenticationModificationUpgradePasswordToStrongPasswordRequest(
      user: "maria", serviceIdentifier: service, userInfo: ["a": 1])
    #expect(strong.user == "maria")
    #expect(strong.serviceIdentifier.identifier == "example.com")
    #expect(strong.userInfo?["a"] as? Int == 1)
  }
}
