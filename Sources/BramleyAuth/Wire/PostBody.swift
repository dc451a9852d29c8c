import Foundation

/// The form inside a sign-in request that carries a provider's proof.
struct PostBody: Sendable {
  private(set) var text: String

  init(_ pieces: AuthCredential.ApplePieces) {
    var fields = [("providerId", "apple.com"), ("id_token", pieces.identityToken)]
    if let nonce = pieces.rawNonce { fields.append(("nonce", nonce)) }
    if let code = pieces.authorizationCode { fields.append(("code", code)) }
    if let user = Self.user(pieces.name) { fields.append(("user", user)) }
    text = fields.map { "\($0)=\(Self.encode($1))" }.joined(separator: "&")
  }

  /// The name in the shape in which Apple's own form gives it.
  private static func user(_ name: PersonNameComponents?) -> String? {
    let parts = Name(firstName: name?.givenName, lastName: name?.familyName)
    guard parts.firstName?.isEmpty == false || parts.lastName?.isEmpty == false else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(["name": parts])).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func encode(_ value: String) -> String {
    value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  // RFC 3986 §2.3; ASCII only, unlike the character set of letters.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  private struct Name: Encodable {
    let firstName: String?
    let lastName: String?
  }
}
