import Accounts
import BramleyCrypto

/// `projects/{project}:createSessionCookie` (wire §4.14, §5.2).
enum CreateSessionCookie {
  struct Request: WireRequest {
    var idToken: String?
    var validDuration: Int64?

    init(_ fields: WireFields) throws {
      idToken = try fields.text("idToken")
      validDuration = try fields.number("validDuration")
    }
  }

  struct Response: WireResponse { let sessionCookie: String }

  static let operation = Operation(
    "projects.createSessionCookie", "Makes a session cookie from an ID token; 5 minutes to 14 days.",
    [.project(":createSessionCookie")], .administrator(.sessionCookies)
  ) { (request: Request, context) in
    guard let idToken = request.idToken, !idToken.isEmpty else { throw WireError.refused("MISSING_ID_TOKEN") }
    let seconds = request.validDuration ?? 1_209_600
    guard (300...1_209_600).contains(seconds) else { throw WireError.refused("INVALID_DURATION") }
    let cookie = try await context.accounts.sessionCookie(idToken: idToken, lifetime: .seconds(seconds))
    return Response(sessionCookie: cookie.revealText() ?? "")
  }
}
