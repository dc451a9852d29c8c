import BramleyCrypto
import Foundation

/// The text of a token in the shape of Apple's, with a signature that means nothing.
enum UnsignedToken {
  static func text(_ claims: some Encodable) -> String {
    // Encoding plain members cannot fail; an empty payload would be refused by every reader.
    let payload = (try? JSONEncoder().encode(claims)) ?? Data()
    return [
      Base64URL.encode(Array(#"{"alg":"RS256","kid":"SIMULATED","typ":"JWT"}"#.utf8)),
      Base64URL.encode(Array(payload)), Base64URL.encode(Array(repeating: 0x53, count: 256)),
    ].joined(separator: ".")
  }

  /// The same token with some claims replaced (nil removes), unsigned.
  static func altering(_ token: String, _ changes: [String: (any Sendable)?]) -> String {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])),
      var claims = try? JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any]
    else { return token }
    for (name, value) in changes { claims[name] = value }
    guard let altered = try? JSONSerialization.data(withJSONObject: claims) else { return token }
    return [String(parts[0]), Base64URL.encode(Array(altered)), String(parts[2])].joined(separator: ".")
  }
}
