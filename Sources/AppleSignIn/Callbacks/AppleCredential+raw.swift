public import Foundation

extension AppleCredential {
  /// The token as bytes, as the system hands it over.
  public var identityTokenBytes: Data { Data(identityToken.utf8) }

  /// The code as bytes, as the system hands it over.
  public var authorizationCodeBytes: Data? { authorizationCode.map { Data($0.utf8) } }

  /// Given and family name in the order of the person's name, for display; nil without either.
  ///
  /// The system's formatter does not exist on Linux; use it where it does.
  public var displayName: String? {
    let joined = [name?.givenName, name?.middleName, name?.familyName].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: " ")
    return joined.isEmpty ? nil : joined
  }
}
