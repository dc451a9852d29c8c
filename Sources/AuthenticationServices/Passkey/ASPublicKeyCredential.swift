public import Foundation

/// What every passkey or security key yields.
public protocol ASPublicKeyCredential: ASAuthorizationCredential {
  /// What the relying party's page would have signed, as JSON in UTF-8.
  var rawClientDataJSON: Data { get }
  /// The credential's identifier.
  var credentialID: Data { get }
}

/// A new passkey or security key.
public protocol ASAuthorizationPublicKeyCredentialRegistration: ASPublicKeyCredential {
  /// The attestation, in CBOR; nil where none was asked for.
  var rawAttestationObject: Data? { get }
}

/// The use of an existing passkey or security key.
public protocol ASAuthorizationPublicKeyCredentialAssertion: ASPublicKeyCredential {
  /// What the authenticator adds.
  var rawAuthenticatorData: Data { get }
  /// The identifier that the relying party gave the person.
  var userID: Data { get }
  /// The signature over the client's and the authenticator's part.
  var signature: Data { get }
}
