import AppleIDEmulator
import BramleyHTTP
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `/auth/token` answers.
struct TokenReply: Decodable, Sendable {
  let access_token: String
  let token_type: String
  let expires_in: Int
  var refresh_token: String?
  var id_token: String?
}

/// What a device would get.
struct NativeReply: Decodable, Sendable {
  struct Name: Decodable, Sendable {
    var given_name: String?
    var family_name: String?
  }
  let user: String
  let identity_token: String
  let authorization_code: String
  var state: String?
  var email: String?
  var full_name: Name?
  let real_user_status: Int
  let authorized_scopes: [String]
}

/// Apple's error answer, and the control API's.
struct ErrorReply: Decodable, Sendable {
  let error: String
  var error_description: String?
  var message: String?
}

/// A flag that is text or a boolean, remembered as which.
enum Flag: Decodable, Sendable, Equatable {
  case text(String)
  case boolean(Bool)

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let flag = try? value.decode(Bool.self) {
      self = .boolean(flag)
    } else {
      self = .text(try value.decode(String.self))
    }
  }

  var isTrue: Bool { self == .text("true") || self == .boolean(true) }
}

/// The claims of an identity token.
struct Claims: Decodable, Sendable {
  let iss: String
  let aud: String
  let sub: String
  let iat: Int
  let exp: Int
  var nonce: String?
  var nonce_supported: Bool?
  var email: String?
  var email_verified: Flag?
  var is_private_email: Flag?
  var real_user_status: Int?
  var auth_time: Int?
  var c_hash: String?
  var at_hash: String?
  var transfer_sub: String?
  var org_id: String?
}

extension HTTPResponse {
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body decoded.
  func json<Body: Decodable>(_ type: Body.Type) throws -> Body {
    try JSONDecoder().decode(Body.self, from: Data(body))
  }

  /// The `error` member.
  var errorCode: String { (try? json(ErrorReply.self).error) ?? "(none)" }
}
