public import BramleyCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A client secret: a short token that proves to Apple which team calls.
///
/// Apple's page "Creating a client secret".
public struct AppleClientSecret: Sendable {
  /// The longest lifetime that Apple accepts, about six months.
  public static let maximumLifetime: Duration = .seconds(15_777_000)

  /// The token, for the form field `client_secret`.
  public let token: Secret
  /// The id of the key that signed it.
  public let keyID: KeyID
  /// When it was made.
  public let madeAt: Date
  /// When it ends.
  public let expiresAt: Date
}
