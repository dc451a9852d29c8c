import Accounts
import BramleyCrypto
import BramleyHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Stands in for providers other than Apple, in development only: a person is made up or taken again (R46).
struct OtherProviderFlow: Sendable {
  let pages: HostedPages

  private static let shown = 20

  /// Shows the people that the provider has given before, and a form for a new one.
  func show(_ request: HandlerRequest, _ visit: Visit) async throws -> HTTPResponse {
    let known = try await pages.accounts.list(limit: 1000).compactMap { account in
      account.identities.first { $0.provider.rawValue == request.provider }
    }
    return try OtherProviderPage(
      visit: visit, pages: pages, request: request, query: visit.request.query,
      known: Array(known.suffix(Self.shown))
    ).response()
  }

  /// Makes the token that the client posts, unsigned as Google's emulator makes it, and hands it over.
  func signIn(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    // The request as the handler's address had it: judged once more, since it comes from a form.
    let query = FormFields(parsing: fields["request"] ?? "") ?? [:]
    let request: HandlerRequest
    do throws(HandlerRefusal) {
      request = try HandlerRequest(
        query, configuration: pages.configuration, bundleIDs: pages.accounts.policy.apple.bundleIDs)
    } catch {
      throw PageFailure.refused(error.instructions)
    }
    let token = try MadeUpToken(fields, random: pages.random).text
    var event = AuthEvent(type: request.authType, eventId: request.eventID)
    let answer: FormFields = ["providerId": request.provider, "id_token": token]
    event.urlResponse = visit.address.appleRedirectURI + "?" + answer.encoded
    event.sessionId = Base64URL.encode(pages.random.bytes(24))
    return try HandlerFlow(pages: pages).deliver(event, to: request, visit)
  }
}

/// The claims of a person who is made up, as the JSON text that development takes for a token (wire §7.1).
private struct MadeUpToken: Encodable {
  let sub: String
  let email: String?
  let email_verified: Bool
  let name: String?
  let screen_name: String?
  let picture: String?

  init(_ fields: FormFields, random: any RandomSource) {
    func text(_ name: String) -> String? {
      fields[name].flatMap { $0.isEmpty ? nil : String($0.prefix(254)) }
    }
    sub = text("sub") ?? random.bytes(20).map { String($0 % 10) }.joined()
    email = text("email")
    email_verified = email != nil
    name = text("displayName")
    screen_name = text("screenName")
    picture = text("photoUrl")
  }

  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
