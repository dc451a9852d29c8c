import BramleyJOSE

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The claims of a token of our own that are judged whenever somebody calls with it.
struct OwnTokenClaims: Decodable, Equatable {
  let iss: String
  let aud: String
  let sub: String
  let sid: String
  let iat: Int64
  let exp: Int64

  /// Reads a payload; nil when a claim is missing or of another type.
  init?(_ payload: [UInt8]) {
    if let plain = Self(plain: payload) {
      self = plain
    } else if let decoded = try? JSONDecoder().decode(Self.self, from: Data(payload)) {
      // What an operator added may be deeper than the scan goes, or spell a number in another way.
      self = decoded
    } else {
      return nil
    }
  }

  /// The same by one scan, which takes a fifth of a decoder's time; nil for whatever a decoder has to decide.
  init?(plain payload: [UInt8]) {
    guard let object = try? JSONObject(payload), case .text(let iss) = object["iss"],
      case .text(let aud) = object["aud"], case .text(let sub) = object["sub"],
      case .text(let sid) = object["sid"], case .whole(let iat) = object["iat"],
      case .whole(let exp) = object["exp"]
    else { return nil }
    self.iss = iss
    self.aud = aud
    self.sub = sub
    self.sid = sid
    self.iat = iat
    self.exp = exp
  }
}
