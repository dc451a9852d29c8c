public import AppleSignIn
import Foundation

/// A proof of who someone is, for signing in, linking or reauthenticating; its description shows nothing.
public struct AuthCredential: Sendable {
  enum Proof: Sendable {
    case apple(ApplePieces)
    case password(email: String, password: String)
    case pending(token: String, postBody: PostBody?)
  }

  struct ApplePieces: Sendable {
    var identityToken: String
    var rawNonce: String?
    var authorizationCode: String?
    var name: PersonNameComponents?
  }

  /// The provider, such as `apple.com` or `password`.
  public let provider: String
  let proof: Proof

  init(provider: String, proof: Proof) {
    self.provider = provider
    self.proof = proof
  }

  /// The credential of a sign-in with Apple.
  public init(_ apple: AppleCredential) {
    self.init(
      provider: AuthProviderID.apple.rawValue,
      proof: .apple(
        ApplePieces(
          identityToken: apple.identityToken, rawNonce: apple.rawNonce,
          authorizationCode: apple.authorizationCode, name: apple.name)))
  }

  /// Apple's identity token, where the credential is one of Apple.
  public var idToken: String? {
    if case .apple(let pieces) = proof { pieces.identityToken } else { nil }
  }
}

extension AuthCredential: CustomStringConvertible, CustomReflectable {
  /// Names the provider only.
  public var description: String { "AuthCredential(\(provider))" }
  /// Shows no members.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The credential of a provider with tokens; the same type under Firebase's name.
public typealias OAuthCredential = AuthCredential

/// The identifiers of providers.
public struct AuthProviderID: RawRepresentable, Hashable, Sendable {
  /// The identifier on the wire.
  public let rawValue: String
  /// A provider by its identifier.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Apple.
  public static let apple = AuthProviderID(rawValue: "apple.com")
  /// Address and password.
  public static let email = AuthProviderID(rawValue: "password")
}
