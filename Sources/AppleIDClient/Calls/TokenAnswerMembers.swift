import BramleyHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What Apple's token endpoint answers with; members that are not listed are ignored.
struct TokenAnswerMembers: Decodable {
  let accessToken: String?
  let refreshToken: String?
  let idToken: String?
  let expiresInSeconds: Double?

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case idToken = "id_token"
    case expiresInSeconds = "expires_in"
  }

  static func read(_ response: OutgoingResponse) throws(AppleServiceError) -> TokenAnswerMembers {
    do {
      return try JSONDecoder().decode(Self.self, from: Data(response.body))
    } catch {
      throw AppleServiceError(
        .malformed, fault: .apple,
        message: "Apple's token endpoint answered 200 with JSON that cannot be read.")
    }
  }

  static func incomplete(_ member: String) -> AppleServiceError {
    AppleServiceError(
      .malformed, fault: .apple, message: "Apple's token endpoint answered 200 without `\(member)`.")
  }
}
