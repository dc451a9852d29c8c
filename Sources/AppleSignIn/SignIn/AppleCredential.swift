public import Foundation

/// What one sign-in with Apple yields, checked on the device.
///
/// Hand it to a service at once: the code is good for five minutes and the token for one sign-in. Its
/// description shows neither.
public struct AppleCredential: Sendable, Equatable {
  /// A hint whether a real person signs in; never a reason to refuse.
  public enum RealUserHint: Int, Sendable {
    /// The platform gives none.
    case unsupported = 0
    /// Not determined; new accounts get this too.
    case unknown = 1
    /// Very probably a real person.
    case likelyReal = 2
  }

  /// A hint whether a child signs in.
  public enum AgeRange: Int, Sendable {
    /// The app may not know.
    case unknown = 0
    /// A child.
    case child = 1
    /// Not a child.
    case notChild = 2
  }

  /// The person's identifier.
  public let user: AppleUserID
  /// The identity token, a JSON Web Token signed by Apple.
  public let identityToken: String
  /// The code that a service exchanges for Apple's refresh token; absent on some systems.
  public let authorizationCode: String?
  /// The nonce whose hash is in the token; the service wants it raw.
  public let rawNonce: String
  /// The name: from this authorization, or kept since the first one; nil if never given.
  public let name: PersonNameComponents?
  /// The address: from this authorization, from its token, or kept since the first one.
  public let email: String?
  /// A hint whether a real person signs in.
  public let realUserHint: RealUserHint
  /// A hint whether a child signs in; nil where the system has none.
  public let ageRange: AgeRange?
  /// The state of the request, which came back unchanged.
  public let state: String
  /// Whether the person let the app have the name.
  public let allowsName: Bool
  /// Whether the person let the app have an address.
  public let allowsEmail: Bool
  /// Whether this authorization gave a name or address, as only the first does.
  public let isFirstAuthorization: Bool
  /// Whether the name and address of a first authorization are safe in the vault.
  public let isKeptInVault: Bool
}

extension AppleCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says what the credential holds without showing it.
  public var description: String {
    let parts = [
      "identity token", authorizationCode == nil ? nil : "code", name == nil ? nil : "name",
      email == nil ? nil : "address",
    ]
    return "AppleCredential(\(parts.compactMap(\.self).joined(separator: ", ")))"
  }
  /// Says what the credential holds without showing it.
  public var debugDescription: String { description }
  /// Shows no members.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
